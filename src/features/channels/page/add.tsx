import { channelKinds, type AnyChannelKind } from "../../../channels/registry.ts";
import type { FieldError } from "../../../core/refusal.ts";
import { create } from "../../../resources/write/write-resource.ts";
import { subscription } from "../../alerts/resource/subscription.ts";
import { granted } from "../../../http/problem.ts";
import { ownPath, storeDepsAs, type PageContext } from "../../../ui/page.ts";
import { choiceOf } from "../../../ui/forms/controls.ts";
import { Button, Field, Form, Wrongs } from "../../../ui/parts/form.tsx";
import { displayedName, namesById } from "../../../ui/words/name.ts";
import { secretsOf } from "../../../ui/words/channel-kind.ts";
import type { NamedList } from "../../../ui/ports.ts";
import { LanguageField, NameField } from "./fields.tsx";
import { labelOf, requestedAs, settingControls, settingsOf } from "./settings-of.ts";
import { CHANNELS } from "./place.ts";
import { Where } from "./where.tsx";
import { t } from "../../../ui/words/text.ts";

/** The kinds in the order in which they are offered. */
const OFFERED = ["discord", "slack", "telegram", "email", "ntfy", "template", "discord-bot", "slack-bot", "webhook"];

const inOrder = (kind: AnyChannelKind): number => {
  const place = OFFERED.indexOf(kind.kind);
  return place === -1 ? OFFERED.length : place;
};

const KINDS = Object.values(channelKinds).toSorted((a, b) => inOrder(a) - inOrder(b));

/** The field that says what a new channel gets. */
const GETS = "gets";

/** What an alert for a new channel reports. */
const EVENTS = ["live.started", "live.ended"];

/** Rejected input for a new channel of a kind. */
export interface TypedOfKind {
  kind: string;
  values: Map<string, string>;
  errors: FieldError[];
}

/** The kind that an address chooses; null for none. */
export const kindIn = (name: string | null): AnyChannelKind | null =>
  name !== null && Object.hasOwn(channelKinds, name) ? channelKinds[name]! : null;

interface TilesProps {
  chosen: string | null;
  /** Where somebody goes on who has added a channel; null for the page of channels. */
  from?: string;
}

/** Asks where alerts should go: a tile for each kind. */
export const Tiles = ({ chosen, from }: TilesProps) => (
  <nav class="kinds" aria-label={t("Where should alerts go?")}>
    {KINDS.map(({ kind, title, page: { about } }) => (
      <a
        href={`${CHANNELS}?${new URLSearchParams({ add: kind, ...(from === undefined ? {} : { from }) }).toString()}#add`}
        {...(kind === chosen ? { "aria-current": "true" as const } : {})}
      >
        <b>{t(title)}</b>
        <small>{t(about)}</small>
      </a>
    ))}
  </nav>
);

/** Asks what a new channel should get. */
export const Gets = ({ lists, value }: { lists: NamedList[]; value: string }) => (
  <Field
    pointer={GETS}
    id="channel-gets"
    label={t("What should it get?")}
    value={value === "" ? "all" : value}
    {...choiceOf({
      all: t("All stream starts and ends"),
      ...Object.fromEntries(
        Object.entries(namesById(lists)).map(([id, name]) => [id, t("Starts and ends in {name}", { name })]),
      ),
      none: t("Nothing yet"),
    })}
    hint={t("You can change this in Alerts.")}
  />
);

/** Creates the alert that a new channel should get, with its own audit entry; null for none. */
export async function alertFor(context: PageContext, { id, name }: { id: string; name: string }): Promise<void> {
  const gets = context.fields.text(GETS);
  if (gets === "" || gets === "none") return;
  const list = gets === "all" ? null : (await context.ports.lists([gets])).find((one) => one.id === gets);
  if (list === undefined) return;
  const about = list === null ? t("Everyone: stream starts and ends") : displayedName(list.name);
  const body = {
    name: `${name}: ${about}`.slice(0, 200).toWellFormed(),
    channelId: id,
    events: EVENTS,
    ...(list === null ? {} : { watchlistId: list.id }),
  };
  granted(await create(subscription, body, storeDepsAs("createSubscription", context, 201)));
}

/** The path to which somebody returns who has added a channel. */
export const backFrom = ({ fields, url }: PageContext): string => ownPath(fields.text("from") || CHANNELS, url);

interface OfKindProps {
  kind: AnyChannelKind;
  visit: PageContext;
  lists: NamedList[];
  typed: TypedOfKind | undefined;
  from: string;
}

/** The form of a kind: the few fields that it needs, and where their values are found. The rest is folded. */
export function OfKind({ kind, visit: context, lists, typed, from }: OfKindProps) {
  const { values = new Map<string, string>(), errors = [] } = typed ?? {};
  const controls = settingControls(kind, context.ports.keep.limits.addresses);
  const secrets = secretsOf(kind);
  const at = `new-${kind.kind}`;
  const isRare = (pointer: string): boolean =>
    controls.get(pointer)!.optional && requestedAs(kind, pointer).usual !== true;
  const [usual, rare] = [false, true].map((wanted) =>
    [...controls.keys()].filter((pointer) => isRare(pointer) === wanted),
  ) as [string[], string[]];
  const field = (pointer: string) => (
    <Field
      pointer={pointer}
      id={`${at}${pointer.replaceAll("/", "-")}`}
      label={t(labelOf(kind, pointer))}
      control={controls.get(pointer)!}
      value={values.get(pointer) ?? ""}
      errors={errors}
      {...requestedAs(kind, pointer)}
      {...(secrets.includes(pointer) && (values.get(pointer) ?? "") === "" ? { type: "password" as const } : {})}
    />
  );
  const folded = [...rare, "/name", "/language"];
  const inFold = ({ pointer }: FieldError) => folded.some((one) => pointer.startsWith(one));
  return (
    <Form action={`${CHANNELS}/of/${kind.kind}`} class="flow">
      <Wrongs errors={errors} shown={[...settingsOf(kind), "/name", "/language"]} />
      <input type="hidden" name="from" value={from} />
      <p class="soft">
        <b>{t("Where to find it")}</b>: {t(kind.page.where)}
      </p>
      <Where kind={kind.kind} />
      {usual.map(field)}
      <Gets lists={lists} value={values.get(GETS) ?? ""} />
      <details open={errors.some(inFold)}>
        <summary>{t("More")}</summary>
        <div class="flow">
          <NameField at={at} value={values.get("/name") ?? ""} errors={errors} />
          <LanguageField at={at} value={values.get("/language") ?? ""} errors={errors} />
          {rare.map(field)}
        </div>
      </details>
      <p class="line">
        <Button look="main" busy={t("Sending…")}>
          {t("Add and send a test")}
        </Button>
        {kind.listing === undefined ? null : (
          <Button formaction={`${CHANNELS}/of/${kind.kind}/choose`} busy={t("Asking …")}>
            {t("Choose a channel")}
          </Button>
        )}
      </p>
    </Form>
  );
}
