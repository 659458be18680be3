import type { OutboundAnswer } from "../../src/channels/kind.ts";
import type { Event } from "../../src/core/event.ts";
import type { Message, Notice } from "../../src/core/notice.ts";

export const STARTED_AT = Date.UTC(2026, 0, 5, 12);

/** The start of a live session, as stored. */
export const startEvent: Event = {
  id: "evt_start",
  type: "live.started",
  targetId: "tgt_maria",
  watchlistId: "wl_default",
  target: { name: "Maria", kind: "live", params: { handle: "maria" } },
  occurredAt: STARTED_AT,
  detectedAt: STARTED_AT + 60_000,
  window: { from: STARTED_AT - 60_000, to: STARTED_AT + 60_000 },
  data: { roomId: "7123456789012345678", initial: false },
  follows: null,
};

/** A notice with all parts. */
export const fullNotice: Notice = {
  tone: "live",
  title: "Maria is live",
  url: "https://www.tiktok.com/@maria/live",
  subject: "Maria",
  body: ["Started ", { at: STARTED_AT, style: "relative" }],
  fields: [{ label: "Rank", value: ["#7 → ", { strong: "#4" }] }],
  line: [
    { link: "Maria", url: "https://www.tiktok.com/@maria/live" },
    " is live · started ",
    { at: STARTED_AT, style: "relative" },
  ],
  among: { who: "Maria", together: "are live", heading: "Live", brief: "Maria" },
  links: [{ label: "Watch", url: "https://www.tiktok.com/@maria/live" }],
  footer: "default watchlist",
};

/** A notice with only the required parts. */
export const bareNotice = (title: string): Notice => ({
  tone: "news",
  title,
  url: null,
  subject: title,
  body: [],
  fields: [],
  line: [title],
  among: null,
  links: [],
  footer: null,
});

/** The notice of a creator who went live. */
export const liveNotice = (name: string): Notice => ({
  ...fullNotice,
  title: `${name} is live`,
  subject: name,
  line: [{ strong: name }, " is live · started ", { at: STARTED_AT, style: "relative" }],
  among: { who: name, together: "are live", heading: "Live", brief: name },
});

export const messageOf = (...notices: Notice[]): Message => ({
  language: "en",
  items: notices.map((notice) => ({ event: startEvent, notice })),
  mentions: [],
});

export const HOSTILE =
  "*bold* _x_ `code` <!channel> <@123> <http://evil.com|click> @everyone [a](https://e.com) maria_b";

export const answered = (status: number | null, body = "", headers: Record<string, string> = {}): OutboundAnswer => ({
  status,
  headers,
  body,
  error: status === null ? "timeout" : null,
});
