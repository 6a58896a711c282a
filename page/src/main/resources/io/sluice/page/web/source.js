// Where worlds come from: the server of this page, asked again for each choice. It keeps no session.

async function ask(path, query) {
  const answer = await fetch(path + (query ? "?" + query : ""));
  const body = await answer.json();
  if (!answer.ok) throw new Error(body.error || "the server answered " + answer.status);
  return body;
}

export class ServerSource {
  constructor(token) {
    this.token = token;
    this.live = true;
  }

  gallery() { return ask("api/gallery"); }

  scope(query) { return ask("api/scope", query); }

  /** The worlds on a way, from the one after some choices on. */
  run(query, tokens, from, seal) {
    const more = seal ? "&seal=" + encodeURIComponent(seal) : "";
    return ask("api/run", `${query}&go=${tokens.join(".")}&from=${from}${more}`);
  }

  /** Follows the search for the fates of all worlds. */
  fates(query, tell) {
    const events = new EventSource("api/fate?" + query);
    events.onmessage = (message) => {
      const event = JSON.parse(message.data);
      if (event.done) events.close();
      tell(event);
    };
    events.onerror = () => events.close();
    return () => events.close();
  }

  trouble(query, tokens) { return ask("api/trouble", `${query}&go=${tokens.join(".")}`); }

  diagram(query, tokens, kind) { return `api/diagram?${query}&go=${tokens.join(".")}&as=${kind}`; }

  /** What was opened with the page: a trace or recordings. */
  opened() { return ask("api/opened"); }

  recordings(number) { return ask("api/recordings", "recordings=" + number); }

  /** The part of a recorded run that has a step. */
  async recorded(number, run, step) {
    return { ...await ask("api/recorded", `recordings=${number}&run=${run}&step=${step}`), recordings: number };
  }

  async trace(text) {
    const answer = await fetch("api/trace", {
      method: "POST",
      body: text,
      headers: { "X-Sluice-Token": this.token || "" },
    });
    const body = await answer.json();
    if (!answer.ok) throw new Error(body.error);
    return body;
  }
}
