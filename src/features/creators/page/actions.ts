import type { JsonObject } from "../../../core/json.ts";
import type { FieldError } from "../../../core/refusal.ts";
import { ok } from "../../../core/result.ts";
import { handleIn } from "../../../kinds/live/params.ts";
import { targetKinds } from "../../../kinds/registry.ts";
import { change } from "../../../resources/write/write-resource.ts";
import { probe, type ProbePorts } from "../../../engine/upstream/probe.ts";
import { type DeliveryPorts, replayDelivery } from "../../messages/replay-dead.ts";
import type { Target } from "../resource/form.ts";
import { target } from "../resource/target.ts";
import { found, granted } from "../../../http/problem.ts";
import { isTheirs } from "../../../ui/parts/conflict.tsx";
import { jsonOf } from "../../../ui/forms/controls.ts";
import { revisionIn } from "../../../ui/forms/undo.ts";
import { backTo, formsAt, pageAt, type PageContext, storeDeps } from "../../../ui/page.ts";
import { displayedName } from "../../../ui/words/name.ts";
import { controlsOfEdited, type Edited, HANDLE, TIME_ZONE, typedHours, USUAL_HOURS, valuesOf } from "./edit.tsx";
import type { OperationsPorts } from "./notify-actions.ts";
import { callOf, type ProbeOutcome } from "./raw.tsx";
import { theOne } from "./reading.ts";
import type { Room } from "../../../ui/words/rooms.ts";
import { marked, t } from "../../../ui/words/text.ts";
import type { OnePorts } from "../target-reading.ts";
import type { HealthPorts } from "../../../core/health-snapshot.ts";
import type { HorizonPorts } from "../../../core/knowledge.ts";
import type { EventPorts } from "../../history/event-store.ts";
import type { ReportPorts } from "../../reports/rows/report.ts";
import { type PollingPorts, pollNow } from "../../../engine/upstream/poll-now.ts";
import { faultWords } from "./words.ts";

/** A rejected form of a target: what was typed, and its errors. */
interface Typed {
  values: Map<string, string>;
  errors: FieldError[];
  changed: boolean;
}

/** Additions to the page of a target. */
export interface Displayed {
  typed?: Typed;
  asked?: ProbeOutcome;
  status?: number;
}

/** The ports that the page of a target needs, also to be shown again with errors. */

/** A request for the page of a target. */
type OnePagePorts = OnePorts & OperationsPorts & HealthPorts & HorizonPorts & EventPorts & ReportPorts;

export type OneContext = PageContext<OnePagePorts>;

/** How a room shows one of its targets, and which fields can be edited. */
export interface OneRoom extends Room {
  edited: Edited;
  page: (context: OneContext, displayed?: Displayed) => Promise<Response>;
}

async function changed(context: OneContext, room: OneRoom): Promise<Response> {
  const { fields, ports } = context;
  const before = await theOne(context, room);
  const at = `${room.path}/${before.id}`;
  const controls = controlsOfEdited(room.edited, ports.keep.limits.minIntervalSeconds);
  const mine = new Map([...controls].filter(([pointer]) => !isTheirs(fields, pointer)));
  // Only the time zone can be cleared; any other empty field keeps its value.
  const zone = new Map([...mine].filter(([pointer]) => pointer === TIME_ZONE && fields.has(pointer)));
  const hours = mine.delete(USUAL_HOURS) && fields.has(USUAL_HOURS) ? typedHours(fields.text(USUAL_HOURS)) : ok({});
  const named = mine.delete(HANDLE) ? await correctedHandle(before, fields.text(HANDLE), context) : {};
  const patch = { ...jsonOf(mine, fields), ...jsonOf(zone, fields, true), ...(hours.ok ? hours.value : {}), ...named };
  const written = !hours.ok
    ? hours
    : await change(target, before as never, patch, [revisionIn(context)], storeDeps(context, 200));
  if (written.ok) {
    const { name, revision: now } = written.value.one as unknown as Target;
    const was = Object.fromEntries([...valuesOf(room.edited, before)].filter(([, value]) => value !== "false"));
    const undo = { action: at, fields: { ...was, revision: String(now), undo: "1" } };
    const flash = fields.has("undo")
      ? { text: t("Change undone") }
      : { text: t("{name} saved", { name: displayedName(name) }), undo };
    return backTo(at, flash, context);
  }
  const { error } = written;
  if (error.kind !== "invalid" && error.kind !== "changed") return granted(written) as never;
  const switchedOff = (pointer: string) => (controls.get(pointer)!.sort === "switch" ? "false" : "");
  const values = new Map(
    [...controls.keys()].map((pointer) => [pointer, fields.has(pointer) ? fields.text(pointer) : switchedOff(pointer)]),
  );
  const isChanged = error.kind === "changed";
  const typed = { values, errors: error.kind === "invalid" ? error.errors : [], changed: isChanged };
  return room.page(context, { typed, status: isChanged ? 412 : 422 });
}

/**
 * The patch of another handle. Where the service knows whose it is, it is asked: the same creator goes on, another one
 * starts over. Elsewhere the creator keeps its ID, and the handle is for links alone.
 */
async function correctedHandle({ kind, params }: Target, typed: string, context: PageContext): Promise<JsonObject> {
  const handle = handleIn(typed) ?? typed.trim().replace(/^@/, "");
  const was = params["handle"];
  if (handle === "" || (typeof was === "string" && was.toLowerCase() === handle.toLowerCase())) return {};
  const lookup = targetKinds[kind]?.resolves?.operation.name;
  const { operation } = storeDeps(context, 200).upstream;
  const known = lookup !== undefined && (await operation(lookup)) !== null;
  return { params: { handle, ...(known ? { userId: null, roomId: null } : {}) } };
}

async function checked(context: PageContext<PollingPorts>, room: OneRoom): Promise<Response> {
  const one = await theOne(context, room);
  const text = await checkedNow(one, context);
  return backTo(`${room.path}/${one.id}`, { text }, context);
}

/** Makes the call that a check would make, and shows the response. */
async function requested(context: OneContext & PageContext<ProbePorts>, room: OneRoom): Promise<Response> {
  const one = await theOne(context, room);
  return room.page(context, { asked: granted(await probe(callOf(one, context.now), context.ports.upstream)) });
}

async function sentAgain(context: PageContext<DeliveryPorts>, room: OneRoom): Promise<Response> {
  const { fields, ports } = context;
  const one = await theOne(context, room);
  const { id } = found(await ports.deliveries.find(fields.text("message")), "message");
  granted(await replayDelivery(id, ports.deliveries));
  return backTo(`${room.path}/${one.id}`, { text: t("Sending again") }, context);
}

/** Returns the page of one target in a room, and the targets of its forms. */
export function onePagesOf(room: OneRoom) {
  const path = `${room.path}/{id}`;
  const post = formsAt(path);
  return [
    pageAt<OnePagePorts>(path, (context) => room.page(context)),
    post<OnePagePorts>("", "changeTarget", (context) => changed(context, room)),
    post<PollingPorts>("/check", "pollTarget", (context) => checked(context, room)),
    post<OnePagePorts & ProbePorts>("/ask", "probeOperation", (context) => requested(context, room)),
    post<DeliveryPorts>("/send-again", "replayDelivery", (context) => sentAgain(context, room)),
  ];
}

const SAW: Record<string, string> = {
  on: marked("{name} is live."),
  off: marked("{name} is offline."),
  paused: marked("{name} is live, with the stream paused."),
};

/** Checks a target now and describes the result in a sentence. */
export async function checkedNow(one: Target, { ports }: PageContext<PollingPorts>): Promise<string> {
  const seen = granted(await pollNow(one, ports.polling));
  const name = displayedName(one.name);
  if (seen.fault !== null) return t("We still can't check {name}: {reason}.", { name, reason: faultWords(seen.fault) });
  const saw = "verdict" in seen ? SAW[String(seen.verdict)] : undefined;
  return saw === undefined ? t("{name} was checked.", { name }) : t(saw, { name });
}
