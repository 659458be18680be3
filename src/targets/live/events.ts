import * as z from "zod";
import { spokenDuration } from "../../core/duration.ts";
import { targetName } from "../../core/event-data.ts";
import type { Event } from "../../core/event.ts";
import { iso } from "../../core/instant.ts";
import type { Among, Notice, Phrase } from "../../core/notice.ts";
import { eventType, instant, type ChangeOf } from "../event-type.ts";

const session = {
  roomId: z.string().nullable().describe("The broadcast's room, digits; null where the service does not name it."),
  sessionId: z.string().describe("The broadcast, dropouts within the grace included: its start and end have the same."),
};

/** What a live creator's target tells. */
export const liveEvents = {
  "live.started": eventType({
    about: "A creator went live, seen in `confirmOn` polls in a row.",
    fields: {
      ...session,
      initial: z.boolean().describe("True where it was on air before it was watched, told with `announceInitial`."),
    },
    example: () => ({ roomId: "7100", sessionId: "ses_example", initial: false }),
    urgent: true,
    words: started,
  }),
  "live.ended": eventType({
    about: "A creator is no longer live, seen in `confirmOff` polls in a row and for `graceSeconds`.",
    fields: {
      ...session,
      startedAt: instant.describe("When the poll was that saw it first."),
      durationSeconds: z.int().min(0).describe("From that poll to the first that saw it off, seconds."),
    },
    example: (at) => ({
      roomId: "7100",
      sessionId: "ses_example",
      startedAt: iso(at - 5_400_000),
      durationSeconds: 5400,
    }),
    ends: "live.started",
    words: (event) => over(event, "is no longer live", { together: "are no longer live", heading: "No longer live" }),
  }),
};

export type LiveChange = ChangeOf<typeof liveEvents>;

/** Where to watch: known only with a handle. */
function watchUrl(event: Event): string | null {
  const handle = event.target?.params["handle"];
  return typeof handle === "string" ? `https://www.tiktok.com/@${encodeURIComponent(handle)}/live` : null;
}

/** The words for a start; with its end as `update`, the words for the whole broadcast. */
function started(event: Event, update?: Event): Notice {
  if (update !== undefined) return over(update, "was live", { together: "were live", heading: "Was live" }, event);
  const url = watchUrl(event);
  const name = targetName(event);
  const began = event.data["initial"] ? "Already on air, seen " : "Started ";
  const when: Phrase = { at: event.occurredAt, style: "relative" };
  return {
    tone: "live",
    title: `${name} is live`,
    url,
    subject: name,
    body: [began, when],
    fields: [],
    line: [url === null ? { strong: name } : { link: name, url }, " is live · ", began.toLowerCase(), when],
    among: { who: name, together: "are live", heading: "Live", brief: name },
    links: url === null ? [] : [{ label: "Watch", url }],
    footer: null,
  };
}

/** The words for an end, by itself or with its start, which is named as it was then. */
function over(
  end: Event,
  said: string,
  among: Pick<Among, "together" | "heading">,
  { target }: Pick<Event, "target"> = end,
): Notice {
  const name = targetName({ ...end, target });
  const streamed = `Streamed for ${spokenDuration(Number(end.data["durationSeconds"]))}`;
  return {
    tone: "over",
    title: `${name} ${said}`,
    url: null,
    subject: name,
    body: [streamed, " · ended ", { at: end.occurredAt, style: "relative" }],
    fields: [],
    line: [{ strong: name }, ` ${said} · ${streamed.toLowerCase()}`],
    among: { who: name, ...among, brief: name },
    links: [],
    footer: null,
  };
}
