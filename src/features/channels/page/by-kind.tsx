import { type AnyChannelKind, channelKinds } from "../../../channels/registry.ts";
import { isObject, type Json, type JsonObject } from "../../../core/json.ts";
import type { FieldError } from "../../../core/refusal.ts";
import { create } from "../../../resources/write/write-resource.ts";
import { listChannels } from "../list-channels.ts";
import { channel } from "../resource/channel.ts";
import { type Channel, formOfKind } from "../resource/form.ts";
import { readForm } from "../../../resources/form.ts";
import { found, granted, invalidIn } from "../../../http/problem.ts";
import { jsonOf } from "../../../ui/forms/controls.ts";
import { backTo, type PageContext, storeDeps } from "../../../ui/page.ts";
import { displayedName, namesById } from "../../../ui/words/name.ts";
import { Note } from "../../../ui/parts/pieces.tsx";
import { show } from "../../../ui/show.tsx";
import { type ChannelTestPorts, testChannel } from "../test-channel.ts";
import { alertFor, backFrom, kindIn, type TypedOfKind } from "./add.tsx";
import { CHANNEL_CONTROLS } from "./fields.tsx";
import { addressErrors, displayedAddress, nameOfKind, secretsOf } from "../../../ui/words/channel-kind.ts";
import { labelOf, settingControls, settingsIn, settingsOf } from "./settings-of.ts";
import { CHANNELS } from "./place.ts";
import type { TestWords } from "./card.tsx";
import { testWords } from "./test-words.ts";
import { marked, t } from "../../../ui/words/text.ts";
import { T } from "../../../ui/words/translated.tsx";
import type { Listed } from "../../../channels/kind.ts";
import { Button, Field, Form } from "../../../ui/parts/form.tsx";

export const FreshNote = ({ of: { one, made: created } }: { of: Fresh }) => (
  <Note tone="good" alert>
    <p>
      <T
        of="{name} added. <b>Copy this now</b>: it is not shown again."
        name={displayedName(one.name)}
        b={(text) => <b>{text}</b>}
      />
    </p>
    {Object.entries(created).map(([name, value]) => (
      <p>
        <T
          of="{label}: {value}"
          label={t(labelOf(channelKinds[one.kind]!, `/settings/${name}`))}
          value={<code>{value}</code>}
        />
      </p>
    ))}
  </Note>
);

const kindAt = ({ params }: PageContext): AnyChannelKind => found(kindIn(params["kind"]!), "kind of channel");

const typedIn = (kind: AnyChannelKind, { fields }: PageContext, errors: FieldError[]): TypedOfKind => ({
  kind: kind.kind,
  values: new Map(
    [...settingsOf(kind), "/name", "/language", "gets"].map((pointer) => [
      pointer,
      !secretsOf(kind).includes(pointer)
        ? fields.text(pointer)
        : pointer === "/settings/url" && errors.some((one) => one.pointer === pointer)
          ? displayedAddress(fields.text(pointer))
          : "",
    ]),
  ),
  errors: addressErrors(errors, fields.text("/settings/url"), kind),
});

/** Place of the encrypted fields between two forms. */
const PLACE = "channels/choosing";
const LASTS_MS = 30 * 60_000;

/**
 * Settings between two forms, encrypted for this kind and session, valid for half an hour. Tokens never appear in a
 * page.
 */
const sealedSettings = (
  kind: AnyChannelKind,
  settings: JsonObject,
  { ports, session, now }: PageContext,
): Promise<string> =>
  ports.keep.seal({ kind: kind.kind, settings, key: session.formKey, until: now + LASTS_MS }, PLACE);

async function openedSettings(kind: AnyChannelKind, { ports, session, fields, now }: PageContext): Promise<JsonObject> {
  const sealed = fields.text("sealed");
  // Invalid text may not even be base64.
  const opened = sealed === "" ? null : await ports.keep.open(sealed, PLACE).catch(() => null);
  if (!isObject(opened) || opened["key"] !== session.formKey || !(Number(opened["until"]) > now)) return {};
  if (opened["kind"] !== kind.kind) return {};
  return Object.fromEntries(Object.entries(settingsIn(opened)).filter(([, value]) => value !== null));
}

/** The fields of a new channel's form. Those entered before its channels were listed are in an encrypted field. */
async function reportedIn(kind: AnyChannelKind, context: PageContext): Promise<JsonObject & { settings: JsonObject }> {
  const { fields, ports } = context;
  const controls = new Map([
    ...settingControls(kind, ports.keep.limits.addresses),
    ...[...CHANNEL_CONTROLS].filter(([pointer]) => pointer !== "/settings/url"),
  ]);
  const reported = jsonOf(controls, fields);
  const isEmpty = (value: Json) => value === "" || (isObject(value) && Object.keys(value).length === 0);
  const typed = Object.fromEntries(Object.entries(settingsIn(reported)).filter(([, value]) => !isEmpty(value)));
  const own = fields.text("own").trim();
  const chosen = own === "" || kind.listing === undefined ? {} : { [kind.listing.chooses]: own };
  return { ...reported, settings: { ...(await openedSettings(kind, context)), ...typed, ...chosen } };
}

/** A new channel, and its generated values, which are shown only once. */
export interface Fresh {
  one: Channel;
  made: Record<string, string>;
}

interface Showing {
  /** The page with errors. */
  again: (typed: TypedOfKind) => Promise<Response>;
  fresh: (fresh: Fresh, tested: TestWords) => Promise<Response>;
  /** The page with the answer to the first test, beside its channel. */
  failed: (one: Channel, words: string) => Promise<Response>;
}

type Needs = ChannelTestPorts;

/** Creates the alert of a new channel, sends a test, and leads back; on this page a test that failed stays in view. */
export async function started(
  context: PageContext<Needs>,
  one: Channel,
  { failed }: Pick<Showing, "failed">,
): Promise<Response> {
  await alertFor(context, one);
  const tested = await testChannel(one, context.ports.channels);
  const name = displayedName(one.name);
  const text = tested.ok
    ? t("{name} added. The test arrived", { name })
    : t("{name} added, but the test didn’t arrive: {problem}", { name, problem: testWords(tested, one.kind) });
  if (!tested.ok && backFrom(context) === CHANNELS) return failed(one, text);
  return backTo(backFrom(context), { text }, context);
}

/** Numbers that are tried for a name. */
const MAX_NUMBERED = 20;

/** A name for a channel that has none, which no other has, so that two of a kind can be distinguished wherever one is chosen. */
export async function freeName(name: string, { ports }: PageContext): Promise<string> {
  const names = Array.from({ length: MAX_NUMBERED }, (_, at) => (at === 0 ? name : `${name} ${at + 1}`));
  const taken = await ports.keep.named(channel, names);
  return names.find((one) => !taken.has(one)) ?? name;
}

/** Adds a channel of a kind. */
export async function addedOfKind(context: PageContext<Needs>, showing: Showing): Promise<Response> {
  const kind = kindAt(context);
  const name = await freeName(nameOfKind(kind), context);
  const body = { name, ...(await reportedIn(kind, context)), kind: kind.kind };
  const created = await create(channel, body, storeDeps(context, 201));
  const errors = invalidIn(created);
  if (errors !== null) return showing.again(typedIn(kind, context, errors));
  const { one: stored, made: secrets } = granted(created);
  const one = stored as unknown as Channel;
  if (Object.keys(secrets).length === 0) return started(context, one, showing);
  await alertFor(context, one);
  const came = await testChannel(one, context.ports.channels);
  return showing.fresh({ one, made: secrets }, { ok: came.ok, words: testWords(came, one.kind) });
}

/** Lists the channels of a bot, to choose one. */
export async function chosenOfKind(context: PageContext<Needs>, { again }: Showing): Promise<Response> {
  const kind = kindAt(context);
  const { listing } = kind;
  const { chooses, by } = found(listing ?? null, "list of channels");
  const reported = await reportedIn(kind, context);
  const form = formOfKind(kind.kind, context.ports.keep.limits.addresses);
  const read = readForm(form, { kind: kind.kind, name: "any", settings: { [by]: reported.settings[by] ?? "" } });
  const errors = (invalidIn(read) ?? []).filter(({ pointer }) => pointer === `/settings/${by}`);
  if (errors.length > 0) return again(typedIn(kind, context, errors));
  const token = reported.settings[by] as string;
  const listed = await listChannels(kind, token, context.ports.channels);
  const sealed = await sealedSettings(kind, { ...reported.settings, [chooses]: null }, context);
  const body = <Choosing kind={kind} chooses={chooses} listed={listed} sealed={sealed} visit={context} />;
  return show(context, { title: t("Choose a channel"), path: CHANNELS, body });
}

interface ChoosingProps {
  kind: AnyChannelKind;
  chooses: string;
  listed: Listed;
  sealed: string;
  visit: PageContext;
}

/** The channels of a bot as choices, or a field for the id if they are not known. */
function Choosing({ kind, chooses, listed, sealed, visit: { fields, ports } }: ChoosingProps) {
  const pointer = `/settings/${chooses}`;
  const control = settingControls(kind, ports.keep.limits.addresses).get(pointer)!;
  const choices = "choices" in listed ? listed.choices : [];
  const words = namesById(choices);
  return (
    <section class="card pad flow">
      <h1>{t("Choose a channel")}</h1>
      {"refused" in listed ? (
        <Note tone="hand">
          <p>{t("{problem}. Enter the channel's ID instead.", { problem: t(listed.refused) })}</p>
        </Note>
      ) : choices.length === 0 ? (
        <Note tone="hand">
          <p>
            {t(
              kind.listing?.none ??
                marked("The bot is in no channel yet. Invite it to one, or enter the channel's ID."),
            )}
          </p>
        </Note>
      ) : null}
      <Form action={`${CHANNELS}/of/${kind.kind}`} class="flow">
        <input type="hidden" name="sealed" value={sealed} />
        <input type="hidden" name="/name" value={fields.text("/name")} />
        <input type="hidden" name="/language" value={fields.text("/language")} />
        <input type="hidden" name="gets" value={fields.text("gets")} />
        <input type="hidden" name="from" value={fields.text("from")} />
        {choices.length === 0 ? null : (
          <Field
            pointer={pointer}
            label={t(labelOf(kind, pointer))}
            control={{ ...control, sort: "choice", choices: choices.map(({ id }) => id), about: "" }}
            value={fields.text(pointer)}
            words={words}
            hint={
              "more" in listed && listed.more ? t("There are more channels: enter the ID of one that is missing.") : ""
            }
          />
        )}
        <Field
          pointer="own"
          label={choices.length === 0 ? t("Channel ID") : t("Or its ID")}
          control={{ ...control, optional: true }}
          value={choices.length === 0 ? fields.text(pointer) : ""}
        />
        <p class="line">
          <Button look="main">{t("Add")}</Button>
          <a href={CHANNELS}>{t("Cancel")}</a>
        </p>
      </Form>
    </section>
  );
}
