import { HOUR_MS } from "../core/duration.ts";
import * as z from "zod";
import { iso } from "../core/instant.ts";
import { channelEvents, channelFields } from "./channel-events.ts";
import { eventType, instant } from "./event-type.ts";
import { bareNotice, lasted, notice, problemWords, reported } from "./operator-notice.ts";
import { upstreamEvents } from "./upstream-events.ts";
import { operatorWords } from "./operator-words/words.ts";

const problem = () => ({
  reason: z.string().describe("The reason code, as in `/healthz`."),
  detail: z.string().describe("The reason in a sentence, with what to do."),
  since: instant().describe("The tick at which the problem began."),
});

const problemExample = (detail: string) => (at: number) => ({
  reason: "budget_exceeded",
  detail,
  since: iso(at - HOUR_MS),
});

/** Events for operators that are not about a target. */
export const operatorEvents = {
  "channel.disabled": eventType({
    happens: "a channel is turned off",
    about: "A channel is turned off because its destination is gone. Sent to other channels.",
    fields: () => ({ ...channelFields(), reason: z.string().describe("Why, in a few words.") }),
    example: () => ({ channelId: "ch_example", name: "Another channel", reason: "the destination is gone" }),
    words: (event, language) => {
      const { disabled, revive } = operatorWords[language];
      const body = revive(reported(event, "reason"));
      return notice("warning", disabled(reported(event, "name")), body, event);
    },
  }),
  ...channelEvents,
  "system.degraded": eventType({
    happens: "something needs attention",
    about: "Tallylight itself has had a problem for two more ticks.",
    fields: problem,
    example: problemExample("90 calls per minute are needed, but 60 are allowed"),
    words: (event, language) => {
      const { title, next } = problemWords(language, reported(event, "reason"));
      return notice("warning", title, operatorWords[language].standing(reported(event, "detail"), next), event);
    },
  }),
  "system.recovered": eventType({
    happens: "everything works again",
    about: "A problem that `system.degraded` reported is over.",
    unasked: ["data.detail"],
    fields: problem,
    example: problemExample("the problem is over"),
    words: (event, language) =>
      notice("up", problemWords(language, reported(event, "reason")).over, lasted(event, language), event),
  }),
  "channel.changed": eventType({
    happens: "a channel's address is changed",
    about: "A channel's destination changes. Sent to other channels.",
    fields: () => ({
      ...channelFields(),
      by: z.string().describe("The name of the token that changed it, or `unsubscribe link`."),
    }),
    example: () => ({ channelId: "ch_example", name: "Another channel", by: "a token" }),
    words: (event, language) => {
      const { changed, changedBy } = operatorWords[language];
      return notice("warning", changed(reported(event, "name")), changedBy(reported(event, "by")), event);
    },
  }),
  ...upstreamEvents,
};

/** The test message of `POST /v1/channels/{id}/test`. It is never stored, and subscriptions cannot name it. */
export const channelTest = eventType({
  happens: "a test is sent",
  about: "Someone sends a test message to the channel.",
  fields: () => ({ ...channelFields(), message: z.string().describe("The message text.") }),
  example: () => ({ channelId: "ch_example", name: "A channel", message: operatorWords.en.test }),
  words: (event, language) => {
    const { hello, test } = operatorWords[language];
    return bareNotice("news", hello(reported(event, "name")), [test], [test]);
  },
});
