import type { FieldError, Refusal } from "../../../core/refusal.ts";
import { err } from "../../../core/result.ts";
import { change, create, remove } from "../../../flows/manage/keep.ts";
import { testChannel, type Tested } from "../../../flows/manage/test-channel.ts";
import { channel } from "../../../resources/channels/channel.ts";
import type { Channel } from "../../../resources/channels/form.ts";
import { found, granted } from "../../http/problem.ts";
import { createdKey, cursorOf, pageOf } from "../../http/query.ts";
import { flashed, type Flash } from "../flash.ts";
import { jsonOf } from "../forms/controls.ts";
import { revisionIn, takesBack, undoOf } from "../forms/undo.ts";
import { keepDeps } from "../keep.ts";
import { afterRepair } from "../messages/address.ts";
import { formsAt, seeOther, type Page, type Visit } from "../page.ts";
import { Allowed, Button, Form } from "../parts/form.tsx";
import { Pager } from "../parts/pager.tsx";
import { shownName } from "../parts/name.tsx";
import { show } from "../show.tsx";
import { addedOfKind, ByKind, chosenOfKind, FreshNote, type Fresh, type TypedOfKind } from "./by-kind.tsx";
import { kindOf, nameOfKind, unknownAddress } from "./kind-of.ts";
import { ChannelCard } from "./card.tsx";
import { CHANNEL_CONTROLS, ChannelFields, PASTED_TITLES } from "./fields.tsx";

const CHANNELS = "/channels";

interface Typed {
  values: Map<string, string>;
  errors: FieldError[];
}

/** As many are shown at once. */
const A_PAGE = 20;

interface Shown {
  /** One that is shown first, wherever it stands: what is said below is of it. */
  first?: Channel;
  tested?: { id: string; came: Tested };
  /** What was typed and not taken: of a channel by its id, of a new one by "". */
  typed?: { id: string } & Typed;
  /** The same of a new one whose kind was chosen. */
  ofKind?: TypedOfKind;
  fresh?: Fresh;
  status?: number;
}

const headlineOf = (all: Channel[]): string => {
  const ill = all.filter((one) => (one.enabled ? one.failingSince !== null : one.disabledReason !== null)).length;
  if (all.length === 0) return "No channels yet";
  if (ill > 0) return ill === 1 ? "1 channel needs attention" : `${ill} channels need attention`;
  return all.every(({ failure }) => failure === null)
    ? "All active channels work"
    : "Some channels haven't been tested yet";
};

async function channelsPage(
  visit: Visit,
  { first, tested, typed, ofKind, fresh, status = 200 }: Shown = {},
): Promise<Response> {
  const page = pageOf({ limit: A_PAGE, cursor: visit.url.searchParams.get("cursor") ?? undefined }, createdKey);
  const kept = await visit.ports.keep.list(channel, {}, page);
  const items = kept.items as unknown as Channel[];
  const whole = page.after === null && kept.next === null;
  const all = first === undefined || whole ? items : [first, ...items.filter(({ id }) => id !== first.id)];
  const unfinished = typed?.id === "" ? typed : { values: new Map<string, string>(), errors: [] };
  const body = (
    <>
      <div class="head">
        <div>
          <h1>Channels</h1>
          <p>{whole ? headlineOf(all) : "Where messages go, oldest first"}</p>
        </div>
      </div>
      <div class="half">
        {fresh === undefined ? null : <FreshNote of={fresh} />}
        {all.map((one) => (
          <ChannelCard
            one={one}
            tested={tested?.id === one.id ? tested.came : undefined}
            typed={typed?.id === one.id ? typed : undefined}
          />
        ))}
        <Pager shown={all.length} next={kept.next === null ? null : `${CHANNELS}?cursor=${cursorOf(kept.next)}`} />
        <Allowed scope="write">
          <section class="card pad flow" aria-labelledby="add">
            <h2 id="add">Add a channel</h2>
            <Form action={CHANNELS} class="flow">
              <ChannelFields
                values={unfinished.values}
                errors={unfinished.errors}
                address={`Webhook address from ${PASTED_TITLES}`}
                at="new"
              />
              <p class="line">
                <Button look="main">Add</Button>
              </p>
            </Form>
            <h3>Or a bot or a program</h3>
            <ByKind visit={visit} typed={ofKind} />
          </section>
        </Allowed>
      </div>
    </>
  );
  return show(visit, { title: "Channels", path: CHANNELS, status, body });
}

const back = async (visit: Visit, flash: Flash): Promise<Response> =>
  seeOther(CHANNELS, await flashed(flash, visit.ports));

const valuesIn = ({ fields }: Visit): Map<string, string> =>
  new Map(["/name", "/language"].map((pointer) => [pointer, fields.text(pointer)]));

/** Shows what is wrong where it was typed; throws the Problem of any other refusal. */
function refused(visit: Visit, of: Channel | null, error: Refusal): Promise<Response> {
  const values = valuesIn(visit);
  const shown = (errors: FieldError[], status: number) =>
    channelsPage(visit, {
      ...(of === null ? {} : { first: of }),
      typed: { id: of?.id ?? "", values, errors },
      status,
    });
  if (error.kind === "invalid") return shown(error.errors, 422);
  if (error.kind !== "changed") return granted(err(error));
  const message = "Someone else changed this channel, so your changes weren't saved. Save again to use your version";
  return shown([{ pointer: "", message }], 412);
}

async function added(visit: Visit): Promise<Response> {
  const said = jsonOf(CHANNEL_CONTROLS, visit.fields);
  const kind = kindOf(visit.fields.text("/settings/url"));
  if (kind === null) return refused(visit, null, { kind: "invalid", errors: [unknownAddress()] });
  const body = { name: nameOfKind(kind), settings: {}, ...said, kind: kind.kind };
  const made = await create(channel, body, keepDeps(visit, 201));
  if (!made.ok) return refused(visit, null, made.error);
  return back(visit, { text: `${shownName(body.name)} added. Send a test to make sure it works.` });
}

const showing = (visit: Visit) => ({
  again: (ofKind: TypedOfKind) => channelsPage(visit, { ofKind, status: 422 }),
  fresh: (fresh: Fresh) => channelsPage(visit, { first: fresh.one, fresh }),
});

const theChannel = async ({ ports, params }: Visit): Promise<Channel> =>
  found((await ports.keep.find(channel, params["id"]!)) as unknown as Channel | null, channel.noun);

async function changed(visit: Visit): Promise<Response> {
  const { fields } = visit;
  const before = await theChannel(visit);
  const { name, language = null, settings } = jsonOf(CHANNEL_CONTROLS, fields);
  // A new address is a repair: with it the channel is on again.
  const moved = settings === undefined ? {} : { settings, enabled: true };
  const patch = { ...(name === undefined ? {} : { name }), language, ...moved };
  const written = await change(channel, before as never, patch, [revisionIn(visit)], keepDeps(visit, 200));
  if (!written.ok) return refused(visit, before, written.error);
  const flash = { text: `${shownName(typeof name === "string" ? name : before.name)} saved` };
  return seeOther(await afterRepair(before.id, CHANNELS, visit), await flashed(flash, visit.ports));
}

async function switched(visit: Visit, enabled: boolean): Promise<Response> {
  const before = await theChannel(visit);
  const { one } = granted(await change(channel, before as never, { enabled }, takesBack(visit), keepDeps(visit, 200)));
  const undo = undoOf(`${CHANNELS}/${before.id}/${enabled ? "off" : "on"}`, one.revision);
  return back(visit, { text: `${shownName(before.name)} turned ${enabled ? "on" : "off"}`, ...undo });
}

async function tested(visit: Visit): Promise<Response> {
  const one = await theChannel(visit);
  return channelsPage(visit, {
    first: one,
    tested: { id: one.id, came: await testChannel(one, visit.ports.channels) },
  });
}

async function deleted(visit: Visit): Promise<Response> {
  const one = await theChannel(visit);
  granted(await remove(channel, one, { cascade: false, revisions: null }, keepDeps(visit, 204)));
  return back(visit, { text: `${shownName(one.name)} deleted` });
}

const post = formsAt(CHANNELS);

export const channelPages: Page[] = [
  { method: "get", path: CHANNELS, scope: "read", handle: (visit) => channelsPage(visit) },
  post("", "createChannel", added),
  post("/of/{kind}", "createChannel", (visit) => addedOfKind(visit, showing(visit))),
  {
    method: "post",
    path: `${CHANNELS}/of/{kind}/choose`,
    scope: "write",
    operation: "createChannel",
    // It asks a chat's API, and changes nothing.
    audited: false,
    handle: (visit) => chosenOfKind(visit, showing(visit)),
  },
  post("/{id}", "changeChannel", changed),
  post("/{id}/on", "changeChannel", (visit) => switched(visit, true)),
  post("/{id}/off", "changeChannel", (visit) => switched(visit, false)),
  post("/{id}/test", "testChannel", tested),
  post("/{id}/delete", "deleteChannel", deleted),
];
