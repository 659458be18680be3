import type { FieldError, Refusal } from "../../../core/refusal.ts";
import { err } from "../../../core/result.ts";
import { change, create, remove } from "../../../flows/manage/keep.ts";
import { testChannel, type Tested } from "../../../flows/manage/test-channel.ts";
import { channel } from "../../../resources/channels/channel.ts";
import type { Channel } from "../../../resources/channels/form.ts";
import { found, granted } from "../../http/problem.ts";
import { flashed, type Flash } from "../flash.ts";
import { jsonOf } from "../forms/controls.ts";
import { revisionIn, takesBack, undoOf } from "../forms/undo.ts";
import { keepDeps } from "../keep.ts";
import { afterRepair } from "../words/message-address.ts";
import { page, formsAt, seeOther, type Page, type Visit } from "../page.ts";
import { Allowed } from "../parts/form.tsx";
import { listed } from "../shapes/listed.tsx";
import { AddCard } from "../shapes/add-card.tsx";
import { shownName } from "../words/name.ts";
import { show } from "../show.tsx";
import { kindOf, nameOfKind, unknownAddress } from "../words/channel-kind.ts";
import { addedOfKind, ByKind, chosenOfKind, FreshNote, type Fresh, type TypedOfKind } from "./by-kind.tsx";
import { ChannelCard } from "./card.tsx";
import { CHANNEL_CONTROLS, ChannelFields, PASTED_TITLES } from "./fields.tsx";
import { Head } from "../shapes/head.tsx";

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
  visit: Visit<"keep">,
  { first, tested, typed, ofKind, fresh, status = 200 }: Shown = {},
): Promise<Response> {
  const { items: page, whole, pager } = await listed(channel, { path: CHANNELS, most: A_PAGE }, visit);
  const items = page as unknown as Channel[];
  const all = first === undefined || whole ? items : [first, ...items.filter(({ id }) => id !== first.id)];
  const unfinished = typed?.id === "" ? typed : { values: new Map<string, string>(), errors: [] };
  const body = (
    <>
      <Head title="Channels">{whole ? headlineOf(all) : "Where messages go, oldest first"}</Head>
      <div class="half">
        {fresh === undefined ? null : <FreshNote of={fresh} />}
        {all.map((one) => (
          <ChannelCard
            one={one}
            tested={tested?.id === one.id ? tested.came : undefined}
            typed={typed?.id === one.id ? typed : undefined}
          />
        ))}
        {pager(all.length)}
        <Allowed scope="write">
          <AddCard
            action={CHANNELS}
            title="Add a channel"
            below={
              <>
                <h3>Or a bot or a program</h3>
                <ByKind visit={visit} typed={ofKind} />
              </>
            }
          >
            <ChannelFields
              values={unfinished.values}
              errors={unfinished.errors}
              address={`Webhook address from ${PASTED_TITLES}`}
              at="new"
            />
          </AddCard>
        </Allowed>
      </div>
    </>
  );
  return show(visit, { title: "Channels", path: CHANNELS, status, body });
}

const back = async (visit: Visit, flash: Flash): Promise<Response> => seeOther(CHANNELS, await flashed(flash, visit));

const valuesIn = ({ fields }: Visit): Map<string, string> =>
  new Map(["/name", "/language"].map((pointer) => [pointer, fields.text(pointer)]));

/** Shows what is wrong where it was typed; throws the Problem of any other refusal. */
function refused(visit: Visit<"keep">, of: Channel | null, error: Refusal): Promise<Response> {
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

async function added(visit: Visit<"keep">): Promise<Response> {
  const said = jsonOf(CHANNEL_CONTROLS, visit.fields);
  const kind = kindOf(visit.fields.text("/settings/url"));
  if (kind === null) return refused(visit, null, { kind: "invalid", errors: [unknownAddress()] });
  const body = { name: nameOfKind(kind), settings: {}, ...said, kind: kind.kind };
  const made = await create(channel, body, keepDeps(visit, 201));
  if (!made.ok) return refused(visit, null, made.error);
  return back(visit, { text: `${shownName(body.name)} added. Send a test to make sure it works.` });
}

const showing = (visit: Visit<"keep">) => ({
  again: (ofKind: TypedOfKind) => channelsPage(visit, { ofKind, status: 422 }),
  fresh: (fresh: Fresh) => channelsPage(visit, { first: fresh.one, fresh }),
});

const theChannel = async ({ ports, params }: Visit<"keep">): Promise<Channel> =>
  found((await ports.keep.find(channel, params["id"]!)) as unknown as Channel | null, channel.noun);

async function changed(visit: Visit<"keep" | "messages">): Promise<Response> {
  const { fields } = visit;
  const before = await theChannel(visit);
  const { name, language = null, settings } = jsonOf(CHANNEL_CONTROLS, fields);
  // A new address is a repair: with it the channel is on again.
  const moved = settings === undefined ? {} : { settings, enabled: true };
  const patch = { ...(name === undefined ? {} : { name }), language, ...moved };
  const written = await change(channel, before as never, patch, [revisionIn(visit)], keepDeps(visit, 200));
  if (!written.ok) return refused(visit, before, written.error);
  const flash = { text: `${shownName(typeof name === "string" ? name : before.name)} saved` };
  return seeOther(await afterRepair(before.id, CHANNELS, visit), await flashed(flash, visit));
}

async function switched(visit: Visit<"keep">, enabled: boolean): Promise<Response> {
  const before = await theChannel(visit);
  const { one } = granted(await change(channel, before as never, { enabled }, takesBack(visit), keepDeps(visit, 200)));
  const undo = undoOf(`${CHANNELS}/${before.id}/${enabled ? "off" : "on"}`, one.revision);
  return back(visit, { text: `${shownName(before.name)} turned ${enabled ? "on" : "off"}`, ...undo });
}

async function tested(visit: Visit<"channels" | "keep">): Promise<Response> {
  const one = await theChannel(visit);
  return channelsPage(visit, {
    first: one,
    tested: { id: one.id, came: await testChannel(one, visit.ports.channels) },
  });
}

async function deleted(visit: Visit<"keep">): Promise<Response> {
  const one = await theChannel(visit);
  granted(await remove(channel, one, { cascade: false, revisions: null }, keepDeps(visit, 204)));
  return back(visit, { text: `${shownName(one.name)} deleted` });
}

const post = formsAt(CHANNELS);

export const channelPages: Page[] = [
  page({ method: "get", path: CHANNELS, scope: "read", needs: ["keep"], handle: (visit) => channelsPage(visit) }),
  post("", "createChannel", ["keep"], added),
  post("/of/{kind}", "createChannel", ["keep"], (visit) => addedOfKind(visit, showing(visit))),
  page({
    method: "post",
    path: `${CHANNELS}/of/{kind}/choose`,
    scope: "write",
    operation: "createChannel",
    // It asks a chat's API, and changes nothing.
    audited: false,
    needs: ["keep", "channels"],
    handle: (visit) => chosenOfKind(visit, showing(visit)),
  }),
  post("/{id}", "changeChannel", ["keep", "messages"], changed),
  post("/{id}/on", "changeChannel", ["keep"], (visit) => switched(visit, true)),
  post("/{id}/off", "changeChannel", ["keep"], (visit) => switched(visit, false)),
  post("/{id}/test", "testChannel", ["keep", "channels"], tested),
  post("/{id}/delete", "deleteChannel", ["keep"], deleted),
];
