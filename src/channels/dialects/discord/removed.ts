import { bodyObject } from "../../body-object.ts";
import type { OutboundAnswer, Outcome } from "../../kind.ts";
import { codeOf } from "./answers.ts";

/** An unknown message, and an unknown thread: it is there no more either. */
const GONE_ALREADY = [10008, 10003];

/** What Discord's answer to a deletion means; `judge` is what the kind makes of others. */
export function removed(answer: OutboundAnswer, judge: (answer: OutboundAnswer) => Outcome): Outcome {
  const status = answer.status ?? 0;
  const isGone = status === 404 && GONE_ALREADY.includes(codeOf(bodyObject(answer.body)));
  if ((status >= 200 && status < 300) || isGone) return { kind: "sent", ref: null, pauseSeconds: 0 };
  const outcome = judge(answer);
  return outcome.kind === "vanished" || outcome.kind === "reformat"
    ? { kind: "dead", reason: `Discord does not delete the message (${codeOf(bodyObject(answer.body)) || status})` }
    : outcome;
}
