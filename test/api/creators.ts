/** What a live target remembers, on air since a Monday evening or off since then. */
export const state = (on: boolean) =>
  JSON.stringify({
    verdict: on ? "on" : "off",
    since: Date.UTC(2026, 0, 5, 19, 2),
    knownAt: null,
    room: null,
    session: on
      ? {
          id: "ses_1",
          room: "72",
          startedAt: Date.UTC(2026, 0, 5, 19, 2),
          startedAfter: null,
          lastOnAt: null,
          toldAt: null,
        }
      : null,
    flip: null,
    baseline: false,
  });

/** The names of a list, in their order. */
export const namesIn = (text: string): string[] =>
  [...text.matchAll(/<b class="cut"><bdi class="nm">([^<]*)/g)].map(([, name]) => name!);
