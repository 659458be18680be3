import type { Event } from "../../src/core/event.ts";
import type { JsonObject } from "../../src/core/json.ts";
import type { Phrase } from "../../src/core/notice.ts";
import type { Frame, DigestContext } from "../../src/sections/section.ts";

/** A period in English words. */
export const inEnglish = (frame: Frame): DigestContext => ({ language: "en", frame });

const T0 = Date.UTC(2026, 0, 5, 12);

/** Events of one target, by type and data. */
export const eventsOf =
  (kind: string, name: string) =>
  (type: string, data: JsonObject): Event => ({
    id: "evt_1",
    type,
    targetId: "tgt_1",
    watchlistId: "wl_1",
    target: { name, kind, params: {} },
    occurredAt: T0,
    detectedAt: T0,
    window: { from: null, to: T0 },
    data,
    follows: null,
  });

/** Phrases as one text, without links. */
export const plain = (phrases: Phrase[]): string =>
  phrases
    .map((phrase) => {
      if (typeof phrase === "string") return phrase;
      if ("at" in phrase) return "<when>";
      return "strong" in phrase ? phrase.strong : phrase.link;
    })
    .join("");
