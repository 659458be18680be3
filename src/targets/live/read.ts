import type { Facts } from "../../core/facts.ts";
import type { Fault } from "../../core/fault.ts";
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
  const live: Facts | null = yield* factsOf({ operation: "live.info", values, optional });
  const whose = { ...values, userId: userId ?? live?.["userId"] };
  const user: Facts | null = yield* factsOf({ operation: "user.info", values: whose, optional });
  const info = { ...user, ...live };
  const known = user?.["handle"];
  const told = {
    info: Object.keys(info).length === 0 ? null : info,
    handle: typeof known === "string" ? known : null,
  };
  return ok({ ...view.value, told });
}

/** What a call's fields gave; null where it failed or gave nothing. */
function* factsOf(call: Call): Generator<Call, Facts | null, Result<Answer, Fault>> {
  const answer = yield call;
  return answer.ok && Object.keys(answer.value.facts).length > 0 ? answer.value.facts : null;
}

/** Whether this poll is to ask for more: first where it will tell a start, later where another while on air is over. */
function wanted(asking: LiveAsking, view: LiveView): NonNullable<Call["optional"]> | null {
  if (view.verdict !== "on" && view.verdict !== "paused") return null;
  const before = asking.before();
  const { changes } = judgeLive({ ...asking, before, view, hold: false });
  if (changes.some(({ type }) => type === "live.started")) return "first";
  const open = view.verdict === "on" ? before?.session : null;
  return open && passed(open.startedAt, asking) ? "later" : null;
}

/** True where a multiple of `infoSeconds` since the start lies between the last good poll and this one. */
function passed(startedAt: number, { settings, lastOkAt, at }: LiveAsking): boolean {
  const every = settings.infoSeconds * 1000;
  if (every === 0) return false;
  const whiles = (instant: number) => Math.floor((instant - startedAt) / every);
  return whiles(at) > whiles(Math.max(startedAt, lastOkAt ?? 0));
}
