import { HOUR_MS } from "../core/duration.ts";
import * as z from "zod";
import { type Event, numberIn } from "../core/event.ts";
import { iso } from "../core/instant.ts";
import type { Language } from "../core/language.ts";
import type { Notice } from "../core/notice.ts";
import type { Reason } from "../core/reason.ts";
import { eventType, instant } from "./event-type.ts";
import { lasted, notice, problemWords, reported } from "./operator-notice.ts";
import type { BreakerReason } from "../core/circuit-breaker.ts";
import { operatorWords } from "./operator-words/words.ts";
import { inEach } from "../languages/in-each.ts";
import { en } from "./upstream-words/en.ts";

/** Wording of messages about the polled service in each language. */
const upstreamWords = inEach("upstream", en);

const upstream = () => ({
  status: z.int().describe("The HTTP status that revealed it."),
  detail: z.string().describe("What happened, in a sentence."),
  since: instant().describe("The tick that first found it."),
});

const operation = () =>
  z
    .exactOptional(z.string())
    .describe("The operation, if only that is affected and everything else goes on; omitted for the whole service.");

const refusal = () => ({
  ...upstream(),
  until: instant().describe("No calls start before this time."),
  operation: operation(),
});

const upstreamExample = (at: number) => ({ status: 200, detail: "an example", since: iso(at - HOUR_MS) });

const doubted = () =>
  z.exactOptional(z.string()).describe("The operation whose answer lacked most items, if it was a list.");

/** The wording of a mass flip, or of a list that lost most of its items. */
const suspectWords = (event: Event, language: Language) =>
  reported(event, "operation") === ""
    ? operatorWords[language].troubles.upstream_suspect
    : upstreamWords[language].incomplete;

/** A problem of the polled service and what to do about it. */
const wordsFor = (reason: Reason) => (event: Event, language: Language) => {
  const { title, next } = operatorWords[language].troubles[reason];
  return notice("warning", title, next ?? reported(event, "detail"), event);
};

/** The same where only one operation is refused. */
const refusalWords =
  (reason: Extract<Reason, `upstream_${BreakerReason}`>) =>
  (event: Event, language: Language): Notice => {
    const name = reported(event, "operation");
    if (name === "") return wordsFor(reason)(event, language);
    const { refused, refusedNext } = upstreamWords[language];
    const limited = reason === "upstream_throttled";
    return notice(
      "warning",
      refused(name, String(numberIn(event, "status") ?? ""), limited),
      refusedNext(limited),
      event,
    );
  };

const REFUSALS: ReadonlySet<string> = new Set(["upstream.unauthorized", "upstream.key_expired", "upstream.throttled"]);

/** An event type of problems for which calls pause: all of them, or those of one operation. */
const shut = (reason: "unauthorized" | "key_expired" | "throttled", status: number, happens: string, about: string) =>
  eventType({
    happens,
    about,
    fields: refusal,
    example: (at) => ({ ...upstreamExample(at), status, until: iso(at + HOUR_MS) }),
    words: refusalWords(`upstream_${reason}`),
  });

/** Events about the polled service. */
export const upstreamEvents = {
  "upstream.unauthorized": shut(
    "unauthorized",
    401,
    "the service rejects the login",
    "The data service rejects the credentials (401), for all operations or for one.",
  ),
  "upstream.key_expired": shut(
    "key_expired",
    428,
    "the service's key expires",
    "The account's key has expired (428), for all operations or for one.",
  ),
  "upstream.throttled": shut(
    "throttled",
    429,
    "the service asks us to slow down",
    "The data service asks for fewer calls (429), of all operations or of one.",
  ),
  "upstream.drifted": eventType({
    happens: "the service's answers change",
    about: "Most answers of one operation can't be decoded, two ticks in a row.",
    fields: () => ({
      ...upstream(),
      operation: z.string().describe("The operation."),
      path: z.string().nullable().describe("JSON Pointer to the value that couldn't be decoded; null if unknown."),
    }),
    example: (at) => ({ ...upstreamExample(at), operation: "live.check", path: "/data/data" }),
    words: (event, language) => {
      const { troubles } = operatorWords[language];
      const body = upstreamWords[language].drifted(reported(event, "operation"), reported(event, "path"));
      return notice("warning", troubles.upstream_drifted.title, body, event);
    },
  }),
  "upstream.suspect": eventType({
    happens: "half of all creators change at once, or a list loses most of its items",
    about:
      "Half of the live targets polled together, three or more, change the same way at once. The changes are held until the next poll. Or an answer lacks most of the items that a list, a category or a search had: nothing of it is gone until more answers agree.",
    fields: () => ({ ...upstream(), operation: doubted() }),
    example: upstreamExample,
    words: (event, language) => {
      const { title, next } = suspectWords(event, language);
      return notice("warning", title, next ?? reported(event, "detail"), event);
    },
  }),
  "upstream.recovered": eventType({
    happens: "the service works again",
    about:
      "The first good answer after a problem with the data service. If answers also changed within the day before, or the same operation was refused, it is sent only once they have stayed good for ten minutes, or for hours after more changes.",
    unasked: ["data.detail", "data.until", "data.path"],
    fields: () => ({
      ...upstream(),
      of: z.string().describe("The event type of the problem that is over."),
      operation: operation(),
    }),
    example: (at) => ({ ...upstreamExample(at), of: "upstream.throttled" }),
    words(event, language) {
      const [of, name] = [reported(event, "of"), reported(event, "operation")];
      const words =
        of === "upstream.suspect" ? suspectWords(event, language) : problemWords(language, of.replace(".", "_"));
      const refused = name !== "" && REFUSALS.has(of);
      const title = refused ? upstreamWords[language].refusedOver(name) : words.over;
      return notice("up", title, lasted(event, language), event);
    },
  }),
};
