import type { Facts } from "../../core/facts.ts";
import { NOT_CONFIGURED, type Fault } from "../../core/fault.ts";
import { err, ok, type Result } from "../../core/result.ts";
import type { Answer, Asking, Call, Reading } from "../kind.ts";
import { judgeLive } from "./judge.ts";
import type { LiveParams, LiveSettings } from "./params.ts";
import type { LiveState, LiveView } from "./view.ts";
import { decodeVerdict, DEFAULT_READING } from "./wire.ts";

type LiveAsking = Asking<LiveParams, LiveSettings, LiveState>;

/**
 * A live check; and where this poll will tell a start, or is the first after another `infoSeconds` on air, what the service
 * says of the broadcast and its creator.
 */
export function* readLive(asking: LiveAsking): Reading<LiveView> {
  const { userId, roomId, handle } = asking.params;
  const answer = yield { operation: "live.check", values: { userId, roomId, handle } };
  if (!answer.ok) return err(answer.error);
  const view = decodeVerdict(answer.value.body, answer.value.operation.reading ?? DEFAULT_READING, asking.params);
  const optional = view.ok ? wanted(asking, view.value) : null;
  if (!view.ok || optional === null) return view;
  const values = { userId, roomId: view.value.room ?? roomId, handle };
  const live: Known = yield* factsOf({ operation: "live.info", values, optional });
  const whose = { ...values, userId: userId ?? live.facts["userId"] };
  const user: Known = yield* factsOf({ operation: "user.info", values: whose, optional });
  const info = { ...user.facts, ...live.facts };
  const known = user.facts["handle"];
  const described = {
    info: Object.keys(info).length === 0 ? null : info,
    handle: typeof known === "string" ? known : null,
    pending: live.pending || user.pending,
  };
  return ok({ ...view.value, told: described });
}

interface Known {
  facts: Facts;
  /** True where it did not answer and may do so later. */
  pending: boolean;
}

/** What a call's fields gave. */
function* factsOf(call: Call): Generator<Call, Known, Result<Answer, Fault>> {
  const answer = yield call;
  if (answer.ok) return { facts: answer.value.facts, pending: false };
  return { facts: {}, pending: answer.error !== NOT_CONFIGURED };
}

/** Whether this poll is to ask for more: first where it will tell a start, or facts of one are waited for; later where another while on air is over. */
function wanted(asking: LiveAsking, view: LiveView): NonNullable<Call["optional"]> | null {
  if (view.verdict !== "on" && view.verdict !== "paused") return null;
  const before = asking.before();
  // How long a verdict holds decides on no start.
  const { changes } = judgeLive({ ...asking, before, view, hold: false, holdsMs: Infinity });
  if (changes.some(({ type }) => type === "live.started")) return "first";
  const open = view.verdict === "on" ? before?.session : null;
  if (open?.factsUntil !== undefined) return "first";
  return open && passed(open.startedAt, asking) ? "later" : null;
}

/** True where a multiple of `infoSeconds` since the start lies between the last good poll and this one. */
function passed(startedAt: number, { settings, lastOkAt, at }: LiveAsking): boolean {
  const every = settings.infoSeconds * 1000;
  if (every === 0) return false;
  const whiles = (instant: number) => Math.floor((instant - startedAt) / every);
  return whiles(at) > whiles(Math.max(startedAt, lastOkAt ?? 0));
}
