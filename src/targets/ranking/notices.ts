import { instantIn, numberIn, targetName, textIn } from "../../core/event-data.ts";
import type { Event } from "../../core/event.ts";
import type { Notice, Phrase, Tone } from "../../core/notice.ts";

/** The words for a creator who entered a ranking. */
export function enteredNotice(event: Event): Notice {
  const place = numberIn(event, "place");
  const at = place === null ? "" : ` at #${place}`;
  return notice(event, "up", ` entered ${rankingOf(event)}${at}`, ["Now on the list"]);
}

/** The words for a creator who left a ranking. */
export function leftNotice(event: Event): Notice {
  const before = numberIn(event, "before");
  const was = before === null ? "No longer on the list" : `#${before} → off the list`;
  return notice(event, "down", ` left ${rankingOf(event)}`, [was]);
}

/** The words for a move: "#7 → #4 (▲3)". */
export function movedNotice(event: Event): Notice {
  const [before, place, threshold] = [
    numberIn(event, "before"),
    numberIn(event, "place"),
    numberIn(event, "threshold"),
  ];
  if (before === null || place === null) return notice(event, "news", ` moved in ${rankingOf(event)}`, ["Moved"]);
  const up = place < before;
  const move = `#${before} → #${place} (${up ? "▲" : "▼"}${Math.abs(before - place)})`;
  const line = threshold === null ? "" : ` · ${lineCrossed(threshold, up)}`;
  return notice(event, up ? "up" : "down", ` is ${up ? "up" : "down"} to #${place} in ${rankingOf(event)}`, [
    move,
    line,
  ]);
}

/** The words for a change of league. */
export function leagueNotice(event: Event): Notice {
  const [before, after] = [textIn(event, "before") ?? "?", textIn(event, "after") ?? "?"];
  const up = event.data["direction"] === "up";
  const moved = `${before} → ${after} (${up ? "▲" : "▼"})`;
  return notice(event, up ? "up" : "down", ` moved ${up ? "up" : "down"} to league ${after}`, [moved]);
}

/** The words for a ranking's final place in a period. */
export function periodNotice(event: Event): Notice {
  const [place, best] = [numberIn(event, "place"), numberIn(event, "bestPlace")];
  const stayed = event.data["onRank"] !== false;
  const finished =
    stayed && place !== null ? ` finished ${rankingOf(event)} at #${place}` : ` was off ${rankingOf(event)} at its end`;
  const last = place === null ? "No place at the end" : `${stayed ? "Final place" : "Last seen at"} #${place}`;
  const endedAt = instantIn(event, "periodEndedAt");
  const ended: Phrase[] = endedAt === null ? [] : [" · period ended ", { at: endedAt, style: "relative" }];
  return notice(event, "news", finished, [last, best === null ? "" : ` · best #${best}`, ...ended]);
}

const rankingOf = (event: Event): string => {
  const title = textIn(event, "title");
  return title === null ? "a ranking" : title;
};

function lineCrossed(threshold: number, up: boolean): string {
  if (threshold === 1) return up ? "now first" : "no longer first";
  return `${up ? "into" : "out of"} the top ${threshold}`;
}

/** A notice that says what happened after the creator's name, then how, what is missing, and how long there is time. */
function notice(event: Event, tone: Tone, happened: string, how: Phrase[]): Notice {
  const name = targetName(event);
  const gap = textIn(event, "gap");
  const resetAt = instantIn(event, "resetAt");
  const resets: Phrase[] = resetAt === null ? [] : [{ at: resetAt, style: "relative" }];
  return {
    tone,
    title: `${name}${happened}`,
    url: null,
    body: how,
    fields: [
      ...(gap === null ? [] : [{ label: "To go", value: [gap] }]),
      ...(resets.length === 0 ? [] : [{ label: "Resets", value: resets }]),
    ],
    line: [{ strong: name }, `${happened} · `, ...how],
    links: [],
    footer: null,
  };
}
