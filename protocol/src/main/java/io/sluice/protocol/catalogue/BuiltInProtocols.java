package io.sluice.protocol.catalogue;

import io.sluice.protocol.Algorithm;
import io.sluice.protocol.data.Handover;
import io.sluice.protocol.data.HandoverName;
import io.sluice.protocol.exclusive.AgrawalElAbbadi;
import io.sluice.protocol.exclusive.Central;
import io.sluice.protocol.exclusive.CentralFixed;
import io.sluice.protocol.exclusive.Election;
import io.sluice.protocol.exclusive.Lamport;
import io.sluice.protocol.exclusive.Maekawa;
import io.sluice.protocol.exclusive.MaekawaBasic;
import io.sluice.protocol.exclusive.NaimiTrehel;
import io.sluice.protocol.exclusive.PausedRing;
import io.sluice.protocol.exclusive.Raymond;
import io.sluice.protocol.exclusive.RicartAgrawala;
import io.sluice.protocol.exclusive.RicartAgrawalaCarvalho;
import io.sluice.protocol.exclusive.RicartAgrawalaCrash;
import io.sluice.protocol.exclusive.Ring;
import io.sluice.protocol.exclusive.SuzukiKasami;
import io.sluice.protocol.exclusive.TokenQueue;
import io.sluice.protocol.group.Forks;
import io.sluice.protocol.group.JoungOne;
import io.sluice.protocol.group.JoungTwo;
import io.sluice.protocol.group.OrderedLocks;
import io.sluice.protocol.group.TwoFixedGroups;
import io.sluice.protocol.group.TwoFixedGroupsRepaired;
import io.sluice.protocol.membership.Founding;
import io.sluice.protocol.membership.Membership;
import io.sluice.protocol.mobile.Elmp;
import io.sluice.protocol.mobile.Rooms;
import io.sluice.protocol.mobile.RwLmp;
import io.sluice.protocol.priority.Configuration;
import io.sluice.protocol.priority.Padme;
import io.sluice.protocol.rendezvous.Barrier;
import io.sluice.protocol.rendezvous.Latch;
import io.sluice.protocol.scaling.GuardedScaling;
import io.sluice.protocol.scaling.UnguardedScaling;
import io.sluice.protocol.scaling.keyed.StreamModel;
import io.sluice.protocol.shared.ReadWritePermissions;
import io.sluice.protocol.shared.ReadWriteTokenQueue;
import java.util.List;
import java.util.Map;
import java.util.function.Function;
import java.util.stream.Collectors;

/** Sluice's own protocols. A new one is added to the list here, and to no other. */
final class BuiltInProtocols {

  /** By family, and within a family in the order in which they were published. */
  static final List<Algorithm<?, ?>> ALGORITHMS =
      List.of(
          TwoFixedGroups.ALGORITHM_PUBLISHED,
          TwoFixedGroups.ALGORITHM_SWAPPED,
          TwoFixedGroupsRepaired.ALGORITHM,
          JoungOne.ALGORITHM,
          JoungTwo.ALGORITHM,
          Forks.ALGORITHM,
          OrderedLocks.ALGORITHM,
          CentralFixed.ALGORITHM,
          Central.ALGORITHM,
          Ring.ALGORITHM,
          PausedRing.ALGORITHM,
          Lamport.ALGORITHM,
          RicartAgrawala.ALGORITHM,
          RicartAgrawalaCarvalho.ALGORITHM,
          RicartAgrawalaCrash.ALGORITHM,
          MaekawaBasic.ALGORITHM,
          Maekawa.ALGORITHM,
          AgrawalElAbbadi.ALGORITHM,
          Raymond.ALGORITHM,
          NaimiTrehel.ALGORITHM,
          SuzukiKasami.ALGORITHM,
          TokenQueue.ALGORITHM,
          Elmp.ALGORITHM,
          ReadWritePermissions.ALGORITHM,
          ReadWriteTokenQueue.ALGORITHM,
          RwLmp.ALGORITHM_PUBLISHED,
          RwLmp.ALGORITHM,
          Rooms.ALGORITHM,
          Padme.ALGORITHM,
          Handover.ALGORITHM,
          Handover.ALGORITHM_PUBLISHED,
          Election.ALGORITHM,
          UnguardedScaling.ALGORITHM_PUBLISHED,
          UnguardedScaling.ALGORITHM_BY_OPERATOR,
          GuardedScaling.ALGORITHM,
          StreamModel.ALGORITHM,
          Latch.ALGORITHM,
          Barrier.ALGORITHM,
          Membership.ALGORITHM,
          Founding.ALGORITHM);

  static final List<Configured> CONFIGURED =
      List.of(
          new Configured(
              "elmp:lazy:alpha=A:arity=M",
              "a tree that may be A times as high as the logarithm before it is rebuilt; M children"
                  + " at most",
              Elmp::find),
          new Configured("rw-lmp:lazy:alpha=A:arity=M", "the same", RwLmp::find),
          new Configured(
              "rooms:lazy:alpha=A:arity=M:admitting=K",
              "the same; up to K latecomers are admitted to open rooms before a process that waits for"
                  + " another",
              Rooms::find),
          new Configured(
              Configuration.NAME + "-FRUU:TREE:own:units=K",
              "the models as four letters; chain, star or 3-ary as the tree; own clocks; K equal"
                  + " resources",
              name -> Configuration.find(name).map(Padme::algorithm)),
          new Configured(
              "scaling-keyed:keyed=1+2:groups=K:apart",
              "which operators are keyed, counted from 0, or 'stateless'; K key groups; an inbox"
                  + " for each sender instead of one for all",
              StreamModel::find),
          new Configured("latch:count=K", "opens after K counts, 2 otherwise", Latch::find),
          new Configured("barrier:parties=K", "for K parties, 2 otherwise", Barrier::find),
          new Configured(
              "handover:LOCK:copies=1",
              "data that moves with any lock of this list; one copy of each version instead of two",
              name -> HandoverName.find(name, Catalogue.builtIn()::find)),
          new Configured(
              "membership-founding:members=K:guests=G",
              "the first K processes are members of a cluster already; the last G that run at first"
                  + " are guests, which do not count",
              Founding::find));

  static final Map<String, Algorithm<?, ?>> BY_NAME =
      ALGORITHMS.stream().collect(Collectors.toMap(Algorithm::name, Function.identity()));

  private BuiltInProtocols() {}
}
