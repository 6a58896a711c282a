// A second protocol under the same schedule, and where it first differs.
import { h } from "./dom.js";
import { stage } from "./stage.js";

export class Beside {
  constructor(source, query, scope, first) {
    this.source = source;
    this.query = query;
    this.scope = scope;
    this.worlds = [first];
    this.tokens = [];
    this.followed = [];
    this.difference = null;
  }

  static async open(source, query) {
    const scope = await source.scope(query);
    const { worlds } = await source.run(scope.query, [], 0);
    return new Beside(source, scope.query, scope, worlds[0]);
  }

  /** Follows the path of the first protocol as far as the same choices exist here. */
  async follow(path) {
    const wanted = path.slice(1).map((node) => node.choice);
    let same = 0;
    while (same < this.followed.length && same < wanted.length && this.followed[same] === wanted[same].token) same++;
    this.worlds.length = same + 1;
    this.tokens.length = same;
    this.followed.length = same;
    this.difference = null;
    for (const choice of wanted.slice(same)) {
      const match = alike(choice, this.worlds.at(-1).choices);
      if (!match) {
        this.difference = `Choice ${this.tokens.length + 1}, “${choice.words}”, is not possible here.`;
        return;
      }
      this.tokens.push(match.token);
      this.followed.push(choice.token);
      const { worlds } = await this.source.run(this.query, this.tokens, this.tokens.length);
      this.worlds.push(worlds[0]);
    }
  }

  view() {
    const world = this.worlds.at(-1);
    const wrong = world.verdict.word !== "ok";
    return h("section", { class: "beside" },
      h("header", {},
        h("h2", {}, this.scope.protocol), h("span", { class: "soft" }, ` after ${this.tokens.length} of the same choices`)),
      this.difference && h("p", { class: "difference" }, this.difference),
      h("p", { class: wrong ? "difference" : "soft" }, wrong ? `✕ ${world.verdict.word}: ${world.verdict.what}` : "No error in this world."),
      stage({ scope: this.scope, world, acted: undefined }, null));
  }
}

/** The same event of another protocol: the same text if there is one, else the same message's name. */
function alike(choice, choices) {
  const name = (each) => (each.step.label || "").split("(")[0];
  const fits = (each) => each.kind === choice.kind && each.process === choice.process && each.peer === choice.peer;
  return choices.find((each) => each.token === choice.token)
    || choices.find((each) => fits(each) && name(each) === name(choice))
    || (choice.kind === "receive" ? undefined : choices.find(fits));
}
