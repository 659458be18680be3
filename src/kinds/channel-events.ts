import { HOUR_MS } from "../core/duration.ts";
import * as z from "zod";
import { FIXES } from "../core/channel-failure.ts";
import type { Event } from "../core/event.ts";
import { iso } from "../core/instant.ts";
import type { Language } from "../core/language.ts";
import { grouped } from "../core/numbers-as-text.ts";
import { eventType, instant } from "./event-type.ts";
import { lasted, notice, reported } from "./operator-notice.ts";
import { operatorWords } from "./operator-words/words.ts";

export const channelFields = () => ({
  channelId: z.string().describe("The channel's ID."),
  name: z.string().describe("The channel's name."),
});

const failure = () => ({
  ...channelFields(),
  since: instant().describe("When messages stopped arriving."),
  reason: z.string().describe("The destination's error message."),
  waiting: z.int().describe("Number of deliveries that are or were waiting."),
});

const failureExample = (at: number) => ({
  channelId: "ch_example",
  name: "Another channel",
  since: iso(at - HOUR_MS),
  reason: "answered 503",
  waiting: 5,
});

const waitingIn = ({ data }: Event, language: Language): string =>
  grouped(language, typeof data["waiting"] === "number" ? data["waiting"] : 0);

/** Events about channels whose messages fail. */
export const channelEvents = {
  "channel.failing": eventType({
    happens: "messages to a channel aren't arriving",
    about:
      "A channel rejects two messages in a row, or nothing arrives there for 15 minutes while messages fail. Sent to other channels.",
    fields: () => ({
      ...failure(),
      fix: z.enum(FIXES).describe("What to do, as a code. The message explains it in words."),
    }),
    example: (at) => ({ ...failureExample(at), fix: "wait" as const }),
    words: (event, language) => {
      const { channelFailing, channelSays, fixes } = operatorWords[language];
      const fix = FIXES.find((one) => one === event.data["fix"]) ?? "wait";
      const body = channelSays(reported(event, "reason"), fixes[fix], waitingIn(event, language));
      return notice("warning", channelFailing(reported(event, "name")), body, event);
    },
  }),
  "channel.recovered": eventType({
    happens: "messages to a channel arrive again",
    about: "A message arrives at a channel that `channel.failing` reported. Sent to other channels.",
    unasked: ["data.waiting", "data.fix"],
    fields: failure,
    example: failureExample,
    words: (event, language) => {
      const { channelRecovered, channelSends } = operatorWords[language];
      const sends = event.data["waiting"] === 0 ? "" : channelSends(waitingIn(event, language));
      const body = [lasted(event, language), sends].filter((one) => one !== "").join(" · ");
      return notice("up", channelRecovered(reported(event, "name")), body, event);
    },
  }),
};
