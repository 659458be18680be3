import type { AnyChannelKind } from "../../../channels/registry.ts";
import { channelKinds } from "../../../channels/registry.ts";
import { isObject, type Json, type JsonObject } from "../../../core/json.ts";
import type { FieldError } from "../../../core/refusal.ts";
import { create } from "../../../resources/write/write-resource.ts";
import { listChannels } from "../list-channels.ts";
import { channel } from "../resource/channel.ts";
import { formOfKind, type Channel } from "../resource/form.ts";
import { readForm } from "../../../resources/form.ts";
import { found, granted, invalidIn } from "../../../http/problem.ts";
import { jsonOf } from "../../../ui/forms/controls.ts";
import { backTo, type PageContext, storeDeps } from "../../../ui/page.ts";
import { Button, Field, Form, Wrongs } from "../../../ui/parts/form.tsx";
import { displayedName } from "../../../ui/words/name.ts";
import { Note } from "../../../ui/parts/pieces.tsx";
import { show } from "../../../ui/show.tsx";
import { CHANNEL_CONTROLS, LanguageField, NameField } from "./fields.tsx";
import { nameOfKind, secretsOf } from "../../../ui/words/channel-kind.ts";
import { Choosing } from "./choosing.tsx";
import { requestedAs, CHOSEN_KINDS, labelOf, settingControls, settingsIn, settingsOf } from "./settings-of.ts";
import { CHANNELS } from "./place.ts";
import { t } from "../../../ui/words/text.ts";
import { T } from "../../../ui/words/translated.tsx";

/** Rejected input for a new channel of a kind. */
export interface TypedOfKind {
  kind: string;
  values: Map<string, string>;
  errors: FieldError[];
}

/** A form for each kind that is not recognized by a pasted address. */
export const ByKind = ({ visit: context, typed }: { visit: PageContext<"keep">; typed: TypedOfKind | undefined }) => (
  <>
    {CHOSEN_KINDS.map((kind) => (
      <details open={typed?.kind === kind.kind}>
        <summary>{t(kind.listed ?? kind.title)}</summary>
        <OfKind kind={kind} visit={context} typed={typed?.kind === kind.kind ? typed : undefined} />
      </details>
    ))}
  </>
);

function OfKind({
  kind,
  visit: context,
  typed,
}: {
  kind: AnyChannelKind;
  visit: PageContext<"keep">;
  typed: TypedOfKind | undefined;
}) {
  const { values = new Map<string, string>(), errors = [] } = typed ?? {};
  const controls = settingControls(kind, context.ports.keep.limits.addresses);
  const secrets = secretsOf(kind);
  const at = `new-${kind.kind}`;
  const [usual, rare] = [false, true].map((wanted) =>
    [...controls.keys()].filter((pointer) => (requestedAs(kind, pointer).rare === true) === wanted),
  ) as [string[], string[]];
  const field = (pointer: string) => (
    <Field
      pointer={pointer}
      id={`${at}${pointer.replaceAll("/", "-")}`}
      label={t(labelOf(kind, pointer))}
      control={controls.get(pointer)!}
      value={secrets.includes(pointer) ? "" : (values.get(pointer) ?? "")}
      errors={errors}
      {...requestedAs(kind, pointer)}
      {...(secrets.includes(pointer) ? { type: "password" as const } : {})}
    />
  );
  return (
    <Form action={`${CHANNELS}/of/${kind.kind}`} class="flow">
      <Wrongs errors={errors} shown={[...settingsOf(kind), "/name", "/language"]} />
      <p class="soft small">{t(kind.where)}</p>
      {usual.map(field)}
      {rare.length === 0 ? null : (
        <details open={errors.some((one) => rare.some((pointer) => one.pointer.startsWith(pointer)))}>
          <summary>{t("More settings")}</summary>
          <div class="flow">{rare.map(field)}</div>
        </details>
      )}
      <NameField at={at} value={values.get("/name") ?? ""} errors={errors} />
      <LanguageField at={at} value={values.get("/language") ?? ""} errors={errors} />
      <p class="line">
        <Button look="main">{t("Add")}</Button>
        {kind.listing === undefined ? null : (
          <Button formaction={`${CHANNELS}/of/${kind.kind}/choose`} busy={t("Asking …")}>
            {t("Choose a channel")}
          </Button>
        )}
      </p>
    </Form>
  );
}

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

const kindIn = ({ params }: PageContext): AnyChannelKind =>
  found(Object.hasOwn(channelKinds, params["kind"]!) ? channelKinds[params["kind"]!]! : null, "kind of channel");

const typedIn = (kind: AnyChannelKind, { fields }: PageContext, errors: FieldError[]): TypedOfKind => ({
  kind: kind.kind,
  values: new Map(
    [...settingsOf(kind), "/name", "/language"]
      .filter((pointer) => !secretsOf(kind).includes(pointer))
      .map((pointer) => [pointer, fields.text(pointer)]),
  ),
  errors,
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
  { ports, session, now }: PageContext<"keep">,
): Promise<string> =>
  ports.keep.seal({ kind: kind.kind, settings, key: session.formKey, until: now + LASTS_MS }, PLACE);

async function openedSettings(
  kind: AnyChannelKind,
  { ports, session, fields, now }: PageContext<"keep">,
): Promise<JsonObject> {
  const sealed = fields.text("sealed");
  // Invalid text may not even be base64.
  const opened = sealed === "" ? null : await ports.keep.open(sealed, PLACE).catch(() => null);
  if (!isObject(opened) || opened["key"] !== session.formKey || !(Number(opened["until"]) > now)) return {};
  if (opened["kind"] !== kind.kind) return {};
  return Object.fromEntries(Object.entries(settingsIn(opened)).filter(([, value]) => value !== null));
}

/** The fields of a new channel's form. Those entered before its channels were listed are in an encrypted field. */
async function reportedIn(
  kind: AnyChannelKind,
  context: PageContext<"keep">,
): Promise<JsonObject & { settings: JsonObject }> {
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
  fresh: (fresh: Fresh) => Promise<Response>;
}

/** Adds a channel of a kind. */
export async function addedOfKind(context: PageContext<"keep">, { again, fresh }: Showing): Promise<Response> {
  const kind = kindIn(context);
  const body = { name: nameOfKind(kind), ...(await reportedIn(kind, context)), kind: kind.kind };
  const created = await create(channel, body, storeDeps(context, 201));
  const errors = invalidIn(created);
  if (errors !== null) return again(typedIn(kind, context, errors));
  const { one, made: secrets } = granted(created);
  if (Object.keys(secrets).length > 0) return fresh({ one: one as unknown as Channel, made: secrets });
  const text = t("{name} added. Send a test to make sure it works.", { name: displayedName(body.name) });
  return backTo(CHANNELS, { text }, context);
}

/** Lists the channels of a bot, to choose one. */
export async function chosenOfKind(context: PageContext<"keep" | "channels">, { again }: Showing): Promise<Response> {
  const kind = kindIn(context);
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
