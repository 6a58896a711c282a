// The worlds that were visited: a tree, one node a world, and the node that is looked at.

export class Model {
  constructor(source, query, scope) {
    this.source = source;
    this.query = query;
    this.scope = scope;
    this.root = null;
    this.current = null;
    this.loop = null;
    this.recorded = null;
    this.fate = { state: "none" };
  }

  static async open(source, query) {
    const scope = await source.scope(query);
    const model = new Model(source, scope.query, scope);
    const { worlds } = await source.run(model.query, [], 0);
    model.root = { parent: null, depth: 0, choice: null, world: worlds[0], children: [], next: null };
    model.current = model.root;
    return model;
  }

  /** A run that has happened: a line of worlds, each with what came next as its only choice. */
  static recorded(source, data) {
    const model = new Model(source, "", data.scope);
    model.recorded = data;
    let node = { parent: null, depth: 0, choice: null, world: data.worlds[0], children: [], next: null };
    model.root = model.current = node;
    data.worlds.slice(1).forEach((world) => {
      const before = node;
      node = model.add(before, before.world.choices[0].token, world);
      before.next = node;
    });
    return model;
  }

  /** The number of the latest step, counted from the beginning of the run. */
  step() { return this.current.depth + (this.recorded?.first || 0); }

  path(node = this.current) {
    const nodes = [];
    for (let each = node; each; each = each.parent) nodes.unshift(each);
    return nodes;
  }

  tokens(node = this.current) {
    return this.path(node).slice(1).map((each) => each.choice.token);
  }

  /** The path to the current node and on along what was visited last. */
  line() {
    const nodes = this.path();
    while (nodes.at(-1).next) nodes.push(nodes.at(-1).next);
    return nodes;
  }

  child(node, token) {
    return node.children.find((each) => each.choice.token === token);
  }

  add(node, token, world) {
    const known = this.child(node, token);
    if (known) return known;
    const choice = node.world.choices.find((each) => each.token === token);
    const child = { parent: node, depth: node.depth + 1, choice, world, children: [], next: null };
    node.children.push(child);
    return child;
  }

  go(node) {
    for (let each = node; each.parent; each = each.parent) each.parent.next = each;
    this.current = node;
  }

  async take(token) {
    const from = this.current;
    let child = this.child(from, token);
    if (!child) {
      const tokens = [...this.tokens(from), token];
      const { worlds } = await this.source.run(this.query, tokens, tokens.length);
      child = this.add(from, token, worlds[0]);
    }
    this.go(child);
  }

  /** Lays out a way from the first world on; returns whether its end is the world of the seal. */
  async lay(tokens, seal) {
    const { worlds, verified } = await this.source.run(this.query, tokens, 0, seal);
    let node = this.root;
    tokens.forEach((token, k) => { node = this.add(node, token, worlds[k + 1]); });
    const end = node;
    for (let each = end; each.parent; each = each.parent) each.parent.next = each;
    return { end, verified };
  }

  back() { if (this.current.parent) this.current = this.current.parent; }

  forward() {
    if (this.current.next) this.current = this.current.next;
    else if (this.loop && this.current === this.loop.end) this.current = this.loop.start;
  }

  first() { this.current = this.root; }

  last() { this.current = this.line().at(-1); }

  /** Goes to the next or the previous branch of the node where the line has branched last. */
  branch(step) {
    for (let node = this.current; node.parent; node = node.parent) {
      const siblings = node.parent.children;
      if (siblings.length > 1) {
        const at = siblings.indexOf(node) + step;
        const chosen = siblings[(at + siblings.length) % siblings.length];
        this.go(chosen);
        return;
      }
    }
  }

  /** Reads the worlds of all nodes again, now that their fates are known. */
  async refresh() {
    const leaves = [];
    const visit = (node) => {
      if (node.children.length === 0) leaves.push(node);
      node.children.forEach(visit);
    };
    visit(this.root);
    for (const leaf of leaves) {
      const nodes = this.path(leaf);
      const { worlds } = await this.source.run(this.query, this.tokens(leaf), 0);
      nodes.forEach((node, k) => {
        node.world = worlds[k];
        if (k > 0) node.choice = worlds[k - 1].choices.find((each) => each.token === node.choice.token);
      });
    }
  }

  link() {
    if (this.recorded) return `#recordings=${this.recorded.recordings}&run=${this.recorded.run}&step=${this.step()}`;
    const go = this.tokens().join(".");
    return "#" + this.query + (go ? `&go=${go}&seal=${this.current.world.seal}` : "");
  }

  /** The fields of a process that the latest choice has changed. */
  changed(process) {
    const node = this.current;
    if (!node.parent) return new Set();
    const before = new Map(node.parent.world.processes[process].fields);
    return new Set(
      node.world.processes[process].fields
        .filter(([name, value]) => before.get(name) !== value)
        .map(([name]) => name));
  }
}
