// Where worlds come from in an exported file: the tables in the file itself.

const OUTSIDE = -1;
const FATE_NAMES = [undefined, "safe", "open", "doomed", "trouble"];

export class FileSource {
  constructor(tables) {
    this.tables = tables;
    this.live = false;
  }

  static async load(element) {
    const bytes = Uint8Array.from(atob(element.textContent.trim()), (letter) => letter.charCodeAt(0));
    const stream = new Blob([bytes]).stream().pipeThrough(new DecompressionStream("gzip"));
    return new FileSource(await new Response(stream).json());
  }

  async scope() { return this.tables.scope; }

  fateOf(number) {
    const [, , , , , , fate, distance] = this.tables.worlds[number];
    return { fate: FATE_NAMES[fate], distance: distance < 0 ? undefined : distance };
  }

  world(number) {
    const tables = this.tables;
    const [processes, channels, moves, refusals, verdict, seal] = tables.worlds[number];
    const choices = [];
    for (let k = 0; k < moves.length; k += 2) {
      const target = moves[k + 1];
      choices.push({
        ...tables.choices[moves[k]],
        target,
        outside: target === OUTSIDE,
        ...(target === OUTSIDE ? {} : this.fateOf(target)),
      });
    }
    return {
      processes: processes.map((each) => tables.processes[each]),
      channels: channels.map((each) => tables.channels[each]),
      choices,
      refusals: refusals.map((each) => tables.refusals[each]),
      verdict: tables.verdicts[verdict],
      seal,
      ...this.fateOf(number),
    };
  }

  async run(query, tokens, from, seal) {
    let number = 0;
    const worlds = [this.world(0)];
    for (const token of tokens) {
      const choice = worlds.at(-1).choices.find((each) => each.token === token);
      if (!choice) throw new Error("a choice of the link is not possible here: the link is not complete");
      if (choice.outside) throw new Error("this world is not in the file: it holds the first " + this.tables.worlds.length);
      number = choice.target;
      worlds.push(this.world(number));
    }
    return { worlds: worlds.slice(from), verified: seal ? worlds.at(-1).seal === seal : undefined };
  }

  fates(query, tell) {
    const known = this.tables.worlds[0][6] > 0;
    tell({ done: true, known, worlds: this.tables.total, loop: this.tables.loop >= 0, ...this.fateOf(0) });
    return () => {};
  }

  async trouble(query, tokens) {
    if (this.tables.loop >= 0) return { found: true, go: this.tables.run, loop: this.tables.loop, what: this.tables.what };
    const way = [...tokens];
    let { worlds } = await this.run(query, tokens, tokens.length);
    while (worlds[0].distance > 0) {
      const next = worlds[0].choices
        .filter((each) => !each.outside && each.distance !== undefined)
        .sort((one, other) => one.distance - other.distance)[0];
      if (!next) return { found: false, why: "The shortest way leads out of this file: run sluice theatre to follow it." };
      way.push(next.token);
      worlds = [this.world(next.target)];
    }
    return worlds[0].distance === 0 ? { found: true, go: way.join("."), loop: -1 } : { found: false };
  }
}
