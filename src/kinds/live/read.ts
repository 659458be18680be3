import type { Facts } from "../../core/facts.ts";
import { NOT_CONFIGURED, type Fault } from "../../core/fault.ts";
import { err, ok, type Result } from "../../core/result.ts";
import type { Answer, ReadContext, Call, Reading } from "../kind.ts";
import { judgeLive } from "./judge.ts";
import type { LiveParams, LiveSettings } from "./params.ts";
import type { LiveState, LiveView } from "./view.ts";
import { decodeVerdict, DEFAULT_READING } from "./wire.ts";

type LiveReadContext = ReadContext<LiveParams, LiveSettings, LiveState>;

/**
 * Reads the verdict with one call. If this poll reports a start, or is the first after another `infoSeconds` live, it
 * also reads details of the stream and its creator.
 */
export function* readLive(asking: LiveReadContext): Reading<LiveView> {
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
  /** True if it did not answer but may do so later. */
  pending: boolean;
}

/** The facts of a call. */
function* factsOf(call: Call): Generator<Call, Known, Result<Answer, Fault>> {
  const answer = yield call;
  if (answer.ok) return { facts: answer.value.facts, pending: false };
  return { facts: {}, pending: answer.error !== NOT_CONFIGURED };
}

/**
 * Whether this poll should read details: `first` if it reports a start or facts are awaited, `later` for a periodic
 * refresh; null for neither.
 */
function wanted(asking: LiveReadContext, view: LiveView): NonNullable<Call["optional"]> | null {
  if (view.verdict !== "on" && view.verdict !== "paused") return null;
  const before = asking.before();
  // The validity of verdicts does not affect starts.
  const { changes } = judgeLive({ ...asking, before, view, hold: false, holdsMs: Infinity });
  if (changes.some(({ type }) => type === "live.started")) return "first";
  const open = view.verdict === "on" ? before?.session : null;
  if (open?.factsUntil !== undefined) return "first";
  return open && passed(open.startedAt, asking) ? "later" : null;
}

/** Whether a multiple of `infoSeconds` since the start has passed since the last successful poll. */
function passed(startedAt: number, { settings, lastOkAt, at }: LiveReadContext): boolean {
  const every = settings.infoSeconds * 1000;
  if (every === 0) return false;
  const whiles = (instant: number) => Math.floor((instant - startedAt) / every);
  return whiles(at) > whiles(Math.max(startedAt, lastOkAt ?? 0));
}
