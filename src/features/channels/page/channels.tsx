import { type AnyChannelKind, channelKinds } from "../../../channels/registry.ts";
import { isObject } from "../../../core/json.ts";
import type { FieldError, Refusal } from "../../../core/refusal.ts";
import { err } from "../../../core/result.ts";
import { change, create } from "../../../resources/write/write-resource.ts";
import { type ChannelTestPorts, testChannel } from "../test-channel.ts";
import { channel } from "../resource/channel.ts";
import type { Channel } from "../resource/form.ts";
import { lacksRecipients } from "../resource/recipients.ts";
import { reaches } from "../../../http/auth.ts";
import { granted } from "../../../http/problem.ts";
import { recordAt } from "../../../http/preconditions.ts";
import { jsonOf } from "../../../ui/forms/controls.ts";
import { revisionIn, undoneRevisions, undoOf } from "../../../ui/forms/undo.ts";
import { afterRepair } from "../../messages/message-address.ts";
import { backTo, formsAt, pageAt, type PageContext, storeDeps, trialsAt } from "../../../ui/page.ts";
import { Allowed, Button, ButtonLink, Field, Form, Wrongs } from "../../../ui/parts/form.tsx";
import { listed } from "../../../ui/shapes/listed.tsx";
import { displayedName } from "../../../ui/words/name.ts";
import { show } from "../../../ui/show.tsx";
import {
  addressErrors,
  displayedAddress,
  kindOf,
  nameOfKind,
  pastedTitles,
  unknownAddress,
} from "../../../ui/words/channel-kind.ts";
import { type ChannelUse, type ChannelUsePorts, isUnused } from "../channel-use.ts";
import type { NamedList } from "../../../ui/ports.ts";
import { Gets, kindIn, OfKind, Tiles, type TypedOfKind } from "./add.tsx";
import { addedOfKind, chosenOfKind, freeName, type Fresh, FreshNote, started } from "./by-kind.tsx";
import { ChannelCard, type TestWords } from "./card.tsx";
import { deleted, restored } from "./delete.ts";
import { testWords } from "./test-words.ts";
import { CHANNEL_CONTROLS, NameField, typedAddress } from "./fields.tsx";
import { Head } from "../../../ui/shapes/head.tsx";
import { CHANNELS } from "./place.ts";
import { CHATS } from "../../../ui/nav.ts";
import { changedSettings, enteredSecrets, optionalControls } from "./settings-of.ts";
import { plural, t } from "../../../ui/words/text.ts";
import type { MessagePorts } from "../../messages/messages.ts";

interface Typed {
  values: Map<string, string>;
  errors: FieldError[];
}

/** Number of channels on a page. */
const A_PAGE = 20;

interface Displayed {
  /** A channel that is shown first, because the message is about it. */
  first?: Channel;
  tested?: { id: string } & TestWords;
  /** Rejected input: of a channel by its id, of a new one by "". */
  typed?: { id: string } & Typed;
  /** Rejected input for a new channel of a chosen kind. */
  ofKind?: TypedOfKind;
  fresh?: Fresh;
  status?: number;
}

/** For those who have an address already: its service is recognized. */
const Pasted = ({
  errors,
  lists,
  value,
}: {
  errors: FieldError[];
  lists: NamedList[];
  value: (name: string) => string;
}) => (
  <Form action={CHANNELS} class="flow">
    <Wrongs errors={errors} shown={["/settings/url", "/name"]} />
    <Field
      pointer="/settings/url"
      id="new-url"
      label={t("Or paste a webhook address from {services}", { services: pastedTitles() })}
      control={CHANNEL_CONTROLS.get("/settings/url")!}
      errors={errors}
      {...typedAddress(errors.length === 0 ? "" : value("/settings/url"))}
    />
    <NameField at="new" value={value("/name")} errors={errors} />
    <Gets lists={lists} value={value("gets")} />
    <p class="line">
      <Button busy={t("Sending…")}>{t("Add and send a test")}</Button>
    </p>
  </Form>
);

/** Whether messages don't arrive in a channel, and somebody has to do something. */
const needsAttention = (one: Channel): boolean =>
  one.enabled ? one.failingSince !== null : one.disabledReason !== null;

/** Says in one line whether the channels work. */
const headlineOf = (all: Channel[], uses: Map<string, ChannelUse>): string => {
  const ill = all.filter(needsAttention).length;
  if (ill > 0) return plural(ill, "{n} channel needs attention", "{n} channels need attention");
  const unused = all.filter(({ id, enabled }) => enabled && isUnused(uses.get(id))).length;
  if (unused > 0) return plural(unused, "{n} channel gets no alerts", "{n} channels get no alerts");
  const silent = all.filter(({ id, enabled }) => enabled && uses.get(id)?.arrivedAt == null).length;
  return silent > 0
    ? plural(silent, "{n} channel has had no message yet", "{n} channels have had no message yet")
    : t("Messages arrive in all channels");
};

type Needs = ChannelUsePorts & ChannelTestPorts;

interface AddProps {
  context: PageContext;
  kind: AnyChannelKind | null;
  lists: NamedList[];
  ofKind: TypedOfKind | undefined;
  from: string;
  /** What is wrong with a pasted address. */
  pasted: FieldError[];
  /** True if there is no channel yet; then the page's title asks. */
  first: boolean;
}

/** Asks where alerts should go, then for what the chosen kind needs. */
function AddChannel({ context, kind, lists, ofKind, from, pasted, first }: AddProps) {
  const asks = t("Where should alerts go?");
  return (
    <section class="card pad flow add-channel" id="add" aria-label={asks}>
      {first ? null : <h2>{kind === null ? asks : t("Add a channel")}</h2>}
      <Tiles chosen={kind?.kind ?? null} {...(from === "" ? {} : { from })} />
      {kind === null ? (
        <Pasted errors={pasted} lists={lists} value={(name) => context.fields.text(name)} />
      ) : (
        <OfKind kind={kind} visit={context} lists={lists} typed={ofKind} from={from} />
      )}
    </section>
  );
}

/** What the page says first. */
const headOf = (all: Channel[], whole: boolean, uses: Map<string, ChannelUse>): [title: string, about: string] =>
  all.length === 0
    ? [t("Where should alerts go?"), t("Choose where messages should arrive. You can add more later.")]
    : whole
      ? [headlineOf(all, uses), t("Where messages go")]
      : [t("Channels"), t("Where messages go, oldest first")];

async function channelsPage(
  context: PageContext<Needs>,
  { first, tested, typed, ofKind, fresh, status = 200 }: Displayed = {},
): Promise<Response> {
  const { items: page, whole, pager } = await listed(channel, { path: CHANNELS, most: A_PAGE }, context);
  const items = page as unknown as Channel[];
  const rest = items.filter(({ id }) => id !== first?.id);
  // What a message on this page is about comes first, then what needs attention.
  const all = [
    ...(first === undefined ? [] : [first]),
    ...rest.toSorted((a, b) => Number(needsAttention(b)) - Number(needsAttention(a))),
  ];
  const { searchParams } = context.url;
  const kind = kindIn(ofKind?.kind ?? searchParams.get("add"));
  const [uses, lists] = await Promise.all([
    context.ports.channelUse(all.map(({ id }) => id)),
    kind === null ? [] : context.ports.lists([]),
  ]);
  const from = ofKind === undefined ? (searchParams.get("from") ?? "") : context.fields.text("from");
  const pasted = typed?.id === "" ? typed.errors : [];
  const leads = [
    ...(reaches(context.session.actor, "admin") ? [<ButtonLink href={CHATS}>{t("Chats")}</ButtonLink>] : []),
    ...(all.length < 2 ? [] : [<ButtonLink href="#add">{t("Add a channel")}</ButtonLink>]),
  ];
  const [headline, about] = headOf(all, whole, uses);
  const title = tested?.ok === false ? t("The test didn’t arrive") : headline;
  const body = (
    <>
      <Head title={title} acts={leads.length === 0 ? null : leads}>
        {about}
      </Head>
      <div class="half">
        {fresh === undefined ? null : <FreshNote of={fresh} />}
        {all.map((one) => (
          <ChannelCard
            one={one}
            use={uses.get(one.id)}
            addresses={context.ports.keep.limits.addresses}
            tested={tested?.id === one.id ? tested : undefined}
            typed={typed?.id === one.id ? typed : undefined}
          />
        ))}
      </div>
      {pager(all.length)}
      <Allowed scope="write">
        <AddChannel {...{ context, kind, lists, ofKind, from, pasted, first: all.length === 0 }} />
      </Allowed>
    </>
  );
  return show(context, { title, path: CHANNELS, status, body });
}

/** The entered values, except addresses. For an existing channel they include settings. */
function valuesIn({ fields, ports }: PageContext<Needs>, of: Channel | null): Map<string, string> {
  const kind = of === null ? undefined : channelKinds[of.kind];
  const own = kind === undefined ? [] : [...optionalControls(kind, ports.keep.limits.addresses).keys()];
  return new Map(["/name", "/language", ...own].map((pointer) => [pointer, fields.text(pointer)]));
}

/** Shows errors where they were made. Throws the Problem of any other refusal. */
function refused(context: PageContext<Needs>, of: Channel | null, error: Refusal): Promise<Response> {
  const values = valuesIn(context, of);
  const displayed = (errors: FieldError[], status: number) =>
    channelsPage(context, {
      ...(of === null ? {} : { first: of }),
      typed: { id: of?.id ?? "", values, errors },
      status,
    });
  const address = context.fields.text("/settings/url");
  const kind = of === null ? null : channelKinds[of.kind]!;
  if (error.kind === "invalid") {
    if (error.errors.some(({ pointer }) => pointer === "/settings/url"))
      values.set("/settings/url", displayedAddress(address));
    return displayed(addressErrors(error.errors, address, kind), 422);
  }
  if (error.kind !== "changed") return granted(err(error));
  const message = t("Someone else changed this channel, so your changes weren't saved. Save again to use your version");
  return displayed([{ pointer: "", message }], 412);
}

async function added(context: PageContext<Needs>): Promise<Response> {
  const reported = jsonOf(CHANNEL_CONTROLS, context.fields);
  const kind = kindOf(context.fields.text("/settings/url"));
  if (kind === null)
    return refused(context, null, { kind: "invalid", errors: [unknownAddress(context.fields.text("/settings/url"))] });
  const name = await freeName(nameOfKind(kind), context);
  const body = { name, settings: {}, ...reported, kind: kind.kind };
  const created = await create(channel, body, storeDeps(context, 201));
  if (!created.ok) return refused(context, null, created.error);
  return started(context, created.value.one as unknown as Channel, showing(context));
}

const showing = (context: PageContext<Needs>) => ({
  again: (ofKind: TypedOfKind) => channelsPage(context, { ofKind, status: 422 }),
  fresh: (fresh: Fresh, { ok, words }: TestWords) =>
    channelsPage(context, { first: fresh.one, fresh, tested: { id: fresh.one.id, ok, words } }),
  failed: (one: Channel, words: string) =>
    channelsPage(context, { first: one, tested: { id: one.id, ok: false, words } }),
});

async function changed(context: PageContext<Needs & MessagePorts>): Promise<Response> {
  const { fields } = context;
  const before = await recordAt<Channel>(channel, context);
  const { name, language = null, settings } = jsonOf(CHANNEL_CONTROLS, fields);
  const rest = changedSettings(before, context.ports.keep.limits.addresses, fields);
  const secrets = enteredSecrets(before, context.ports.keep.limits.addresses, fields);
  const own = { ...rest, ...secrets, ...(isObject(settings) ? settings : {}) };
  // A new address repairs a channel, and so does a recipient where there was none: it is turned on again.
  const recipients = channelKinds[before.kind]?.unsubscribing?.setting;
  const reached = recipients !== undefined && rest[recipients] != null && lacksRecipients(before.kind, before.settings);
  const moved = settings === undefined && !reached ? {} : { enabled: true };
  const patch = {
    ...(name === undefined ? {} : { name }),
    language,
    ...(Object.keys(own).length === 0 ? {} : { settings: own }),
    ...moved,
  };
  const written = await change(channel, before as never, patch, [revisionIn(context)], storeDeps(context, 200));
  if (!written.ok) return refused(context, before, written.error);
  const flash = { text: t("{name} saved", { name: displayedName(typeof name === "string" ? name : before.name) }) };
  return backTo(await afterRepair(before.id, CHANNELS, context), flash, context);
}

async function switched(context: PageContext, enabled: boolean): Promise<Response> {
  const before = await recordAt(channel, context);
  const { one } = granted(
    await change(channel, before as never, { enabled }, undoneRevisions(context), storeDeps(context, 200)),
  );
  const undo = undoOf(`${CHANNELS}/${before.id}/${enabled ? "off" : "on"}`, one.revision);
  const text = t(enabled ? "{name} turned on" : "{name} turned off", { name: displayedName(before.name) });
  return backTo(CHANNELS, { text, ...undo }, context);
}

async function tested(context: PageContext<Needs>): Promise<Response> {
  const one = await recordAt(channel, context);
  const came = await testChannel(one, context.ports.channels);
  return channelsPage(context, { first: one, tested: { id: one.id, ok: came.ok, words: testWords(came, one.kind) } });
}

const post = formsAt(CHANNELS);

export const channelPages = [
  pageAt<Needs>(CHANNELS, (context) => channelsPage(context)),
  post("", "createChannel", added),
  post<Needs>("/of/{kind}", "createChannel", (context) => addedOfKind(context, showing(context))),
  trialsAt(CHANNELS)<Needs>("/of/{kind}/choose", "createChannel", (context) => chosenOfKind(context, showing(context))),
  post("/restore", "createChannel", restored),
  post("/{id}", "changeChannel", changed),
  post("/{id}/on", "changeChannel", (context) => switched(context, true)),
  post("/{id}/off", "changeChannel", (context) => switched(context, false)),
  post("/{id}/test", "testChannel", tested),
  post("/{id}/delete", "deleteChannel", deleted),
];
