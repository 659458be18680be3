import type { Event } from "../../core/event.ts";
import type { Phrase } from "../../core/notice.ts";
import { eventTypes } from "../../kinds/events.ts";
import { targetKinds } from "../../kinds/registry.ts";
import { iconNamed, type IconName } from "../icons.ts";
import { language, t } from "./text.ts";

const WELL = new Set(["target.recovered", "upstream.recovered", "system.recovered"]);

/** Returns the icon of an event. */
export function iconOf(type: string): IconName {
  const [kind, ...rest] = eventTypes[type]?.kinds ?? [];
  if (kind === undefined || rest.length > 0) return WELL.has(type) ? "well" : "hand";
  const { icon, icons = {} } = targetKinds[kind]!.page;
  return iconNamed(icons[type] ?? icon);
}

/** Returns an event as a line of text. An event that the current words cannot render is shown by name only. */
export function lineOf(event: Event): Phrase[] {
  try {
    const { line } = eventTypes[event.type]!.words(event, language());
    return withoutInstant(line);
  } catch {
    const [before = "", after = ""] = t("{what} changed").split("{what}");
    return [before, { strong: event.target?.name ?? "Tallylight" }, after].filter((phrase) => phrase !== "");
  }
}

/** Removes the time from a line, because it is shown beside it. */
function withoutInstant(line: Phrase[]): Phrase[] {
  const place = line.findIndex((phrase) => typeof phrase === "object" && "at" in phrase);
  const before = line[place - 1];
  if (typeof before !== "string" || !before.includes(" · ")) return line;
  return [...line.slice(0, place - 1), before.slice(0, before.lastIndexOf(" · ")), ...line.slice(place + 1)];
}
