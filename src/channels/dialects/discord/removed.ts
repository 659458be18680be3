import { bodyObject } from "../../body-object.ts";
import type { OutboundAnswer, Outcome } from "../../kind.ts";
import { codeOf } from "./answers.ts";

/** Codes of an unknown message or thread: the message no longer exists. */
const GONE_ALREADY = [10008, 10003];

/** Judges the answer to a deletion. `judge` is the kind's own, for other answers. */
export function removed(answer: OutboundAnswer, judge: (answer: OutboundAnswer) => Outcome): Outcome {
  const status = answer.status ?? 0;
  const isGone = status === 404 && GONE_ALREADY.includes(codeOf(bodyObject(answer.body)));
  if ((status >= 200 && status < 300) || isGone) return { kind: "sent", ref: null, pauseSeconds: 0 };
  const outcome = judge(answer);
  return outcome.kind === "vanished" || outcome.kind === "reformat"
    ? { kind: "dead", reason: `Discord didn't delete the message (${codeOf(bodyObject(answer.body)) || status})` }
    : outcome;
}
