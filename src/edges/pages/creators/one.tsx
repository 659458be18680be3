import { change } from "../../../flows/manage/keep.ts";
import { pollNow } from "../../../flows/manage/poll-now.ts";
import { broadcasts } from "../../../flows/browse/broadcasts.ts";
import type { FieldError } from "../../../core/refusal.ts";
import { channel } from "../../../resources/channels/channel.ts";
import type { Target } from "../../../resources/targets/form.ts";
import { target } from "../../../resources/targets/target.ts";
import { watchlist } from "../../../resources/watchlists/watchlist.ts";
import { found, granted } from "../../http/problem.ts";
import { flashed } from "../flash.ts";
import { jsonOf } from "../forms/controls.ts";
import { keepDeps } from "../keep.ts";
import { seeOther, type Page, type Visit } from "../page.ts";
import { Allowed, Button, Form } from "../parts/form.tsx";
import { Avatar, Name, shownName } from "../parts/name.tsx";
import { Time } from "../parts/time.tsx";
import { show } from "../show.tsx";
import { CREATORS } from "./address.ts";
import { controlsOfCreator, EditForm, EDITED, valuesOf } from "./edit.tsx";
import { Happened, Sessions } from "./happened.tsx";
import { Standing } from "./row.tsx";
import { calledOf, faultWords, standingOf } from "./words.ts";

const MOST_SHOWN = 10;

const theOne = async ({ ports, params }: Visit): Promise<Target> => {
  const one = await ports.keep.find(target, params["id"]!);
  return found(one?.kind === "live" ? one : null, "creator");
};

interface Typed {
  values: Map<string, string>;
  errors: FieldError[];
  changed: boolean;
}

async function onePage(visit: Visit, one: Target, typed?: Typed, status = 200): Promise<Response> {
  const { ports, now } = visit;
  const [sessions, events, lists, channels] = await Promise.all([
    broadcasts(one, { limit: MOST_SHOWN, after: null }, { ...ports.events, now: ports.keep.now }),
    ports.events.list({ targetId: one.id }, { limit: MOST_SHOWN, after: null }),
    ports.keep.all(watchlist),
    ports.keep.all(channel),
  ]);
  const tellings = events.items.length === 0 ? [] : await ports.toldIn(events.items.map(({ id }) => id));
  const stands = standingOf(one, now);
  const called = calledOf(one);
  const filled: Typed = typed ?? { values: valuesOf(one), errors: [], changed: false };
  const body = (
    <>
      <div class="head" id="head" data-live>
        <div>
          <a class="crumb" href={CREATORS}>
            Creators
          </a>
          <h1 class="line">
            <Avatar name={one.name} of={one.id} live={stands.tone === "live"} />
            <Name of={one.name} otherwise={called} />
          </h1>
          <p>
            <bdi>{called}</bdi>
          </p>
          <Standing of={stands} />
          {one.lastPolledAt == null ? null : (
            <p class="small">
              Checked last <Time at={one.lastPolledAt} />
              {one.fault === null ? "" : `: ${faultWords(one.fault)}`}
            </p>
          )}
        </div>
        <Allowed scope="write">
          <Form action={`/creators/${one.id}/check`} class="acts">
            <Button icon="again" busy="Checking …">
              Check now
            </Button>
          </Form>
        </Allowed>
      </div>
      <div class="half">
        <div class="stack">
          <Sessions all={sessions.items} />
          <Happened
            events={events.items}
            tellings={tellings}
            channels={new Map(channels.map(({ id, ...more }) => [id, more["name"] as string]))}
          />
        </div>
        <Allowed scope="write">
          <div class="stack">
            <EditForm one={one} lists={lists} least={ports.keep.limits.minIntervalSeconds} {...filled} />
            <details class="card pad">
              <summary>Delete …</summary>
              <Form action="/creators/delete" class="flow">
                <input type="hidden" name="id" value={one.id} />
                <p>Nothing brings it back. What happened stays.</p>
                <Button>Delete for good</Button>
              </Form>
            </details>
          </div>
        </Allowed>
      </div>
    </>
  );
  return show(visit, { title: shownName(one.name, called), path: CREATORS, status, body });
}

async function changed(visit: Visit): Promise<Response> {
  const { fields, ports } = visit;
  const before = await theOne(visit);
  const controls = controlsOfCreator(ports.keep.limits.minIntervalSeconds);
  const patch = jsonOf(controls, fields);
  const revision = /^\d{1,15}$/.test(fields.text("revision")) ? Number(fields.text("revision")) : -1;
  const written = await change(target, before as never, patch, [revision], keepDeps(visit, 200));
  if (written.ok) {
    const { name, revision: now } = written.value.one as unknown as Target;
    const was = Object.fromEntries([...valuesOf(before)].filter(([, value]) => value !== "false"));
    const undo = { action: `/creators/${before.id}`, fields: { ...was, revision: String(now) } };
    const flash = fields.has("undo")
      ? { text: "As it was" }
      : { text: `${shownName(name)} saved`, undo: { ...undo, fields: { ...undo.fields, undo: "1" } } };
    return seeOther(`/creators/${before.id}`, await flashed(flash, ports));
  }
  const { error } = written;
  if (error.kind !== "invalid" && error.kind !== "changed") return granted(written) as never;
  const switchedOff = (pointer: string) => (controls.get(pointer)!.sort === "switch" ? "false" : "");
  const values = new Map(
    EDITED.map((pointer) => [pointer, fields.has(pointer) ? fields.text(pointer) : switchedOff(pointer)]),
  );
  const errors = error.kind === "invalid" ? error.errors : [];
  const isChanged = error.kind === "changed";
  return onePage(visit, await theOne(visit), { values, errors, changed: isChanged }, isChanged ? 412 : 422);
}

async function checked(visit: Visit): Promise<Response> {
  const one = await theOne(visit);
  const { fault } = granted(await pollNow(one, visit.ports.polling));
  const text = fault === null ? `${shownName(one.name)} checked` : `Could not be checked: ${faultWords(fault)}`;
  return seeOther(`/creators/${one.id}`, await flashed({ text }, visit.ports));
}

export const onePages: Page[] = [
  {
    method: "get",
    path: "/creators/{id}",
    scope: "read",
    handle: async (visit) => onePage(visit, await theOne(visit)),
  },
  { method: "post", path: "/creators/{id}", scope: "write", operation: "changeTarget", handle: changed },
  { method: "post", path: "/creators/{id}/check", scope: "write", operation: "pollTarget", handle: checked },
];
