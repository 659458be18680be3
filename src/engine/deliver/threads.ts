import type { AnyChannelKind } from "../../channels/registry.ts";
import type { Event } from "../../core/event.ts";
import type { Language } from "../../core/language.ts";
import type { Message } from "../../core/notice.ts";
import { filledTemplate } from "../../core/template.ts";

/** Reports whether each creator has its own thread. False if no key decrypts the settings. */
export const postsInThreads = (kind: AnyChannelKind, settings: unknown): boolean =>
  settings !== null && (kind.threadName?.(settings) ?? null) !== null;

/** The owner of an event's thread: its target's id, "" for events about none. */
export const threadOwner = (event: Event | undefined): string => event?.targetId ?? "";

/** The title for the thread of a message; null if the channel does not post in threads. */
export function threadNameOf(
  kind: AnyChannelKind,
  settings: unknown,
  { items }: Pick<Message, "items">,
  language: Language,
): string | null {
  const template = settings === null ? null : (kind.threadName?.(settings) ?? null);
  const event = items[0]?.event;
  if (template === null || event === undefined) return template === null ? null : "";
  if (event.targetId === null) return items[0]!.notice.title;
  const filled = filledTemplate(template, event, null, language);
  return filled.map((phrase) => (typeof phrase === "string" ? phrase : "")).join("");
}
