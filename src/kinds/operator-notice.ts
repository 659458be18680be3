import { spokenDuration } from "../core/duration.ts";
import { type Event, instantIn, targetName, textIn } from "../core/event.ts";
import type { FaultKind } from "../core/fault.ts";
import { isObject } from "../core/json.ts";
import type { Language } from "../core/language.ts";
import type { Notice, Phrase, Tone } from "../core/notice.ts";
import type { Reason } from "../core/reason.ts";
import { type Saying, spoken } from "../core/sentence.ts";
import type { OperatorWords } from "./operator-words/en.ts";
import { operatorWords } from "./operator-words/words.ts";

/** A notice of a headline and a body, without links or fields. */
export const bareNotice = (tone: Tone, title: string, body: Phrase[], line: Phrase[]): Notice => ({
  tone,
  title,
  url: null,
  subject: title,
  body,
  fields: [],
  line,
  among: null,
  links: [],
  footer: null,
});

/** A notice for operators: a headline, what happened or what to do, and the time. */
export const notice = (tone: Tone, title: string, body: string, event: Event): Notice =>
  bareNotice(
    tone,
    title,
    [body === "" ? "" : `${body}\n`, { at: event.detectedAt, style: "relative" }],
    [{ strong: title }, body === "" ? "" : ` · ${body}`],
  );

/** The same about a target. */
export function ofTarget(
  event: Event,
  language: Language,
  tone: Tone,
  { one, many, heading }: Saying,
  body: string,
): Notice {
  const name = targetName(event, operatorWords[language].target);
  const among = { who: name, together: many(), heading: heading(), brief: name };
  return { ...notice(tone, spoken(one(name)), body, event), among };
}

/** A text of the event's data; "" if missing. */
export const reported = (event: Event, key: string): string => textIn(event, key) ?? "";

/** The wording of a problem of Tallylight or of the polled service. */
export function problemWords(language: Language, reason: string): OperatorWords["unknown"] {
  const { troubles, unknown } = operatorWords[language];
  return Object.hasOwn(troubles, reason) ? troubles[reason as Reason] : unknown;
}

/** How long a problem lasted. */
export function lasted(event: Event, language: Language): string {
  const since = instantIn(event, "since");
  if (since === null) return "";
  return operatorWords[language].lasted(spokenDuration(language, (event.detectedAt - since) / 1000));
}

/** The fault in an event's data; null if it is missing or of an unknown kind. */
export function faultNotified(event: Event): { kind: FaultKind; detail: string; where: string } | null {
  const { kind, detail, status, path } = isObject(event.data["fault"]) ? event.data["fault"] : {};
  if (typeof kind !== "string" || !Object.hasOwn(operatorWords.en.steps, kind)) return null;
  const where = [typeof status === "number" ? `HTTP ${status}` : "", typeof path === "string" ? path : ""];
  const known = where.filter((text) => text !== "").join(", ");
  return {
    kind: kind as FaultKind,
    detail: typeof detail === "string" ? detail : "",
    where: known === "" ? "" : ` (${known})`,
  };
}
