import type { AnyChannelKind } from "../../channels/registry.ts";
import type { Event } from "../../core/event.ts";
import type { Language } from "../../core/language.ts";
import type { Message } from "../../core/notice.ts";
import { filledTemplate } from "../../core/template.ts";

/** True where each creator's messages stand in a thread of their own. Settings that no key opens say nothing. */
export const postsInThreads = (kind: AnyChannelKind, settings: unknown): boolean =>
  settings !== null && (kind.threadName?.(settings) ?? null) !== null;

/** Whose thread an event goes to: its target's id, "" for what is about none. */
export const threadOwner = (event: Event | undefined): string => event?.targetId ?? "";

/** What the thread of a message is called; null where the channel posts in none. */
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
