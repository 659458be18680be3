import type { FieldError } from "../../../core/refusal.ts";
import { change } from "../../../flows/manage/keep.ts";
import { probe } from "../../../flows/manage/probe.ts";
import { replayDelivery } from "../../../flows/manage/replay-delivery.ts";
import type { Target } from "../../../resources/targets/form.ts";
import { target } from "../../../resources/targets/target.ts";
import { found, granted } from "../../http/problem.ts";
import { flashed } from "../flash.ts";
import { isTheirs } from "../parts/conflict.tsx";
import { jsonOf } from "../forms/controls.ts";
import { revisionIn } from "../forms/undo.ts";
import { keepDeps } from "../keep.ts";
import { formsAt, page, seeOther, type Page, type Visit } from "../page.ts";
import { shownName } from "../words/name.ts";
import { controlsOfEdited, TIME_ZONE, valuesOf, type Edited } from "./edit.tsx";
import { lookedAgain } from "./look-again.ts";
import { callOf, type Asked } from "./raw.tsx";
import { theOne } from "./reading.ts";
import type { Room } from "../words/rooms.ts";

/** What was typed into the form of one, and why it was not taken. */
interface Typed {
  values: Map<string, string>;
  errors: FieldError[];
  changed: boolean;
}

/** What a page of one shows beyond what is kept. */
export interface Shown {
  typed?: Typed;
  asked?: Asked;
  status?: number;
}

/** What the page of one needs: to be shown, and to be shown again with what was wrong. */
const ONE_NEEDS = ["keep", "one", "shell", "health", "horizon"] as const;

/** A request for it. */
export type OneVisit = Visit<(typeof ONE_NEEDS)[number]>;

/** How a room shows one of its targets, and which of its fields may be changed there. */
export interface OneRoom extends Room {
  edited: Edited;
  page: (visit: OneVisit, shown?: Shown) => Promise<Response>;
}

async function changed(visit: OneVisit, room: OneRoom): Promise<Response> {
  const { fields, ports } = visit;
  const before = await theOne(visit, room);
  const at = `${room.path}/${before.id}`;
  const controls = controlsOfEdited(room.edited, ports.keep.limits.minIntervalSeconds);
  const mine = new Map([...controls].filter(([pointer]) => !isTheirs(fields, pointer)));
  // A zone that was chosen before may be taken away; what is empty elsewhere stays as it is.
  const zone = new Map([...mine].filter(([pointer]) => pointer === TIME_ZONE && fields.has(pointer)));
  const patch = { ...jsonOf(mine, fields), ...jsonOf(zone, fields, true) };
  const written = await change(target, before as never, patch, [revisionIn(visit)], keepDeps(visit, 200));
  if (written.ok) {
    const { name, revision: now } = written.value.one as unknown as Target;
    const was = Object.fromEntries([...valuesOf(room.edited, before)].filter(([, value]) => value !== "false"));
    const undo = { action: at, fields: { ...was, revision: String(now), undo: "1" } };
    const flash = fields.has("undo") ? { text: "Change undone" } : { text: `${shownName(name)} saved`, undo };
    return seeOther(at, await flashed(flash, visit));
  }
  const { error } = written;
  if (error.kind !== "invalid" && error.kind !== "changed") return granted(written) as never;
  const switchedOff = (pointer: string) => (controls.get(pointer)!.sort === "switch" ? "false" : "");
  const values = new Map(
    [...controls.keys()].map((pointer) => [pointer, fields.has(pointer) ? fields.text(pointer) : switchedOff(pointer)]),
  );
  const isChanged = error.kind === "changed";
  const typed = { values, errors: error.kind === "invalid" ? error.errors : [], changed: isChanged };
  return room.page(visit, { typed, status: isChanged ? 412 : 422 });
}

async function checked(visit: Visit<"keep" | "polling">, room: OneRoom): Promise<Response> {
  const one = await theOne(visit, room);
  const text = await lookedAgain(one, visit);
  return seeOther(`${room.path}/${one.id}`, await flashed({ text }, visit));
}

/** Asks the service as a check would, and shows what it said. */
async function asked(visit: OneVisit & Visit<"upstream">, room: OneRoom): Promise<Response> {
  const one = await theOne(visit, room);
  return room.page(visit, { asked: granted(await probe(callOf(one, visit.now), visit.ports.upstream)) });
}

async function sentAgain(visit: Visit<"deliveries" | "keep">, room: OneRoom): Promise<Response> {
  const { fields, ports } = visit;
  const one = await theOne(visit, room);
  const { id } = found(await ports.deliveries.find(fields.text("message")), "message");
  granted(await replayDelivery(id, ports.deliveries));
  return seeOther(`${room.path}/${one.id}`, await flashed({ text: "Sending again" }, visit));
}

/** The page of one target of a room, and what its forms send to. */
export function onePagesOf(room: OneRoom): Page[] {
  const path = `${room.path}/{id}`;
  const post = formsAt(path);
  return [
    page({ method: "get", path, scope: "read", needs: ONE_NEEDS, handle: (visit) => room.page(visit) }),
    post("", "changeTarget", ONE_NEEDS, (visit) => changed(visit, room)),
    post("/check", "pollTarget", ["keep", "polling"], (visit) => checked(visit, room)),
    post("/ask", "probeOperation", [...ONE_NEEDS, "upstream"], (visit) => asked(visit, room)),
    post("/send-again", "replayDelivery", ["keep", "deliveries"], (visit) => sentAgain(visit, room)),
  ];
}
