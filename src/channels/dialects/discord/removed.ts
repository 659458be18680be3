import { bodyObject } from "../../body-object.ts";
import type { Judged, OutboundAnswer, Outcome } from "../../kind.ts";
import { codeOf } from "./codes.ts";

/** Codes of an unknown message or thread: the message no longer exists. */
const GONE_ALREADY = [10008, 10003];

/** The message is another author's. */
const NOT_OURS = 50005;

/** Judges the answer to a deletion. `judge` is the kind's own, for other answers. */
export function removed(answer: OutboundAnswer, judge: (answer: OutboundAnswer, sending: Judged) => Outcome): Outcome {
  const status = answer.status ?? 0;
  const code = codeOf(bodyObject(answer.body));
  const isGone = status === 404 && GONE_ALREADY.includes(code);
  if ((status >= 200 && status < 300) || isGone) return { kind: "sent", ref: null, pauseSeconds: 0 };
  const outcome = judge(answer, { edit: null, plain: true });
  return code === NOT_OURS || outcome.kind === "dead"
    ? { kind: "dead", reason: `Discord didn't delete the message (${code || status})` }
    : outcome;
}
