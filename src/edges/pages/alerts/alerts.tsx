import type { Json } from "../../../core/json.ts";
import type { FieldError } from "../../../core/refusal.ts";
import { change, create, remove } from "../../../flows/manage/keep.ts";
import { channel } from "../../../resources/channels/channel.ts";
import type { AnyKept } from "../../../resources/resource.ts";
import { subscription, type Subscription } from "../../../resources/subscriptions/subscription.ts";
import type { Target } from "../../../resources/targets/form.ts";
import { target } from "../../../resources/targets/target.ts";
import { watchlist } from "../../../resources/watchlists/watchlist.ts";
import { found, granted } from "../../http/problem.ts";
import { flashed, type Flash } from "../flash.ts";
import { jsonOf } from "../forms/controls.ts";
import { Fields } from "../forms/fields.ts";
import { keepDeps } from "../keep.ts";
import { seeOther, type Page, type Visit } from "../page.ts";
import { Allowed, ButtonLink } from "../parts/form.tsx";
import { shownName } from "../parts/name.tsx";
import { Note } from "../parts/pieces.tsx";
import { show } from "../show.tsx";
import { ADD_CONTROLS, AddAlert } from "./add.tsx";
import { Alert, ALERTS, type Names } from "./alert.tsx";
import { HAPPENINGS, whenWords } from "./words.ts";

async function alertsPage(visit: Visit, errors: FieldError[] = [], status = 200): Promise<Response> {
  const { keep } = visit.ports;
  const [kept, channels, lists] = await Promise.all([keep.all(subscription), keep.all(channel), keep.all(watchlist)]);
  const all = kept as unknown as Subscription[];
  const creators = await keep.known(target, [...new Set(all.flatMap(({ targetId }) => targetId ?? []))]);
  const byId = (some: AnyKept[]) => new Map(some.map((one) => [one.id, one]));
  const names: Names = { channels: byId(channels), lists: byId(lists), creators: byId(creators) };
  const body = (
    <>
      <div class="head">
        <div>
          <h1>Alerts</h1>
          <p>{all.length === 0 ? "Nobody is told anything yet." : "Who hears what, and where."}</p>
        </div>
        <div class="acts">
          <ButtonLink href="/channels" icon="channel">
            Channels
          </ButtonLink>
        </div>
      </div>
      <div class="stack">
        {all.length === 0 ? null : (
          <ul class="rows tight card">
            {all.map((one) => (
              <Alert one={one} names={names} />
            ))}
          </ul>
        )}
        <Allowed scope="write">
          {channels.length === 0 ? (
            <Note>
              <p>An alert needs a channel to be told on.</p>
              <p class="acts">
                <ButtonLink href="/channels" look="main">
                  Add a channel first
                </ButtonLink>
              </p>
            </Note>
          ) : (
            <section class="card pad flow" aria-labelledby="add">
              <h2 id="add">Add an alert</h2>
              <AddAlert channels={channels} lists={lists} fields={visit.fields} errors={errors} />
            </section>
          )}
        </Allowed>
      </div>
    </>
  );
  return show({ ...visit, fields: new Fields() }, { title: "Alerts", path: ALERTS, status, body });
}

const back = async (visit: Visit, flash: Flash): Promise<Response> =>
  seeOther(ALERTS, await flashed(flash, visit.ports));

/** The one creator that is called so, or in words why there is none. */
async function creatorCalled(text: string, { ports }: Visit): Promise<Target | string> {
  const filter = { show: "all", search: text, watchlistId: null, sort: "name" } as const;
  const { items } = await ports.creators(filter, { limit: 50, after: null });
  const bare = text.replace(/^@/, "").toLowerCase();
  const whole = items.filter(({ name, params }) =>
    [name, params["handle"], params["userId"]].some((one) => typeof one === "string" && one.toLowerCase() === bare),
  );
  const [only] = whole.length > 0 ? whole : items;
  if (only === undefined) return "names nobody who is watched";
  return (whole.length > 0 ? whole : items).length === 1 ? only : "names several: write the whole @handle";
}

async function added(visit: Visit): Promise<Response> {
  const { fields, ports } = visit;
  const who = fields.text("/targetId").trim().slice(0, 200);
  const one = who === "" ? null : await creatorCalled(who, visit);
  if (typeof one === "string") return alertsPage(visit, [{ pointer: "/targetId", message: one }], 422);
  const listId = fields.text("/watchlistId") || null;
  const list = one === null && listId !== null ? await ports.keep.find(watchlist, listId) : null;
  const events = fields.all("events").filter((type) => Object.hasOwn(HAPPENINGS, type));
  const mention: Json = fields.text("/mention").trim() || null;
  const about = one?.name ?? list?.name ?? "Everyone";
  const body = {
    ...jsonOf(ADD_CONTROLS, fields),
    name: `${about}: ${whenWords(events)}`.slice(0, 200).toWellFormed(),
    events,
    mention,
    targetId: one?.id ?? null,
    watchlistId: one === null ? listId : null,
  };
  const made = await create(subscription, body, keepDeps(visit, 201));
  if (made.ok) return back(visit, { text: "Alert added" });
  if (made.error.kind === "invalid") return alertsPage(visit, made.error.errors, 422);
  return granted(made) as never;
}

const theAlert = async ({ ports, params }: Visit) => found(await ports.keep.find(subscription, params["id"]!), "alert");

async function switched(visit: Visit, enabled: boolean): Promise<Response> {
  const before = await theAlert(visit);
  granted(await change(subscription, before, { enabled }, null, keepDeps(visit, 200)));
  const undo = { action: `${ALERTS}/${before.id}/${enabled ? "pause" : "resume"}`, fields: {} };
  return back(visit, { text: `${shownName(before.name as string)} ${enabled ? "is told again" : "paused"}`, undo });
}

async function deleted(visit: Visit): Promise<Response> {
  const one = await theAlert(visit);
  granted(await remove(subscription, one, { cascade: false, revisions: null }, keepDeps(visit, 204)));
  return back(visit, { text: `${shownName(one.name as string)} deleted` });
}

const post = (path: string, operation: string, handle: (visit: Visit) => Promise<Response>): Page => ({
  method: "post",
  path: ALERTS + path,
  scope: "write",
  operation,
  handle,
});

export const alertPages: Page[] = [
  { method: "get", path: ALERTS, scope: "read", handle: (visit) => alertsPage(visit) },
  post("", "createSubscription", added),
  post("/{id}/pause", "changeSubscription", (visit) => switched(visit, false)),
  post("/{id}/resume", "changeSubscription", (visit) => switched(visit, true)),
  post("/{id}/delete", "deleteSubscription", deleted),
];
