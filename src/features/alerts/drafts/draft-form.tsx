import type { Child } from "hono/jsx";
import { channelKinds } from "../../../channels/registry.ts";
import type { FieldError } from "../../../core/refusal.ts";
import type { AlertChannel } from "../alerts.ts";
import type { NamedList } from "../../../ui/ports.ts";
import { Allowed, Button, ButtonLink, Form, Wrongs } from "../../../ui/parts/form.tsx";
import { Pill } from "../../../ui/parts/pieces.tsx";
import { displayedName } from "../../../ui/words/name.ts";
import { marked, t } from "../../../ui/words/text.ts";
import { Head } from "../../../ui/shapes/head.tsx";
import { NeedsChannel } from "../../channels/needs-channel.tsx";

/** A kind of record whose form has a page of its own: its path and names. */
export interface DraftPlace {
  path: string;
  /** "alert" */
  noun: string;
  /** "Alerts" */
  title: string;
}

interface DraftPageProps {
  place: DraftPlace;
  /** The name of a stored record; null for a new one. */
  name: string | null;
  /** The title instead of its name. */
  title?: string | undefined;
  channels: AlertChannel[];
  /** A line below its name. */
  about: Child;
  acts: Child;
  form: Child;
  /** What users with read access see of a stored record. */
  readers: Child;
}

/** The texts that name a kind of record. */
interface DraftWords {
  /** The title of the page for a new one. */
  fresh: string;
  /** The link to that page. */
  addOne: string;
  /** The button that adds the new one. */
  add: string;
  needsChannel: string;
  restored: string;
}

const WORDS: Record<string, DraftWords> = {
  alert: {
    fresh: marked("New alert"),
    addOne: marked("Add an alert"),
    add: marked("Add alert"),
    needsChannel: marked("An alert needs a channel to send to."),
    restored: marked("Alert restored"),
  },
  digest: {
    fresh: marked("New digest"),
    addOne: marked("Add a digest"),
    add: marked("Add digest"),
    needsChannel: marked("A digest needs a channel to send to."),
    restored: marked("Digest restored"),
  },
};

/** Returns the texts for a noun, each to be translated where it is shown. */
export function draftWords(noun: string): DraftWords {
  const words = WORDS[noun];
  if (words === undefined) throw new Error(`the form of one ${noun} has no words`);
  return words;
}

/** Returns the title of the page. */
export const draftTitle = ({ noun }: DraftPlace, name: string | null): string =>
  name === null ? t(draftWords(noun).fresh) : displayedName(name);

/** The page of one record with its form. Without a channel, it asks for one first. */
export const DraftPage = ({ place, name, title, channels, about, acts, form, readers }: DraftPageProps) => (
  <>
    <Head
      crumb={{ path: place.path, label: t(place.title) }}
      title={<bdi>{title ?? draftTitle(place, name)}</bdi>}
      acts={name === null ? undefined : acts}
    >
      {name === null ? undefined : about}
    </Head>
    <Allowed scope="write">
      {channels.length === 0 ? <NeedsChannel>{t(draftWords(place.noun).needsChannel)}</NeedsChannel> : form}
    </Allowed>
    {name === null ? null : <Allowed only="read">{readers}</Allowed>}
  </>
);

/** Whether the record is enabled. */
export const OnOrPaused = ({ enabled }: { enabled: boolean }) => (
  <Pill tone={enabled ? "good" : "plain"} icon={enabled ? "well" : "pause"}>
    {t(enabled ? "on" : "paused")}
  </Pill>
);

interface DraftFormProps {
  place: DraftPlace;
  /** Of a stored record: its id, and the revision that the form was filled from. */
  stored: { id: string; revision: number } | null;
  errors: FieldError[];
  /** The pointers of the fields that the form shows. */
  shown: string[];
  class: string;
  /** The path that renders the live preview. */
  parts?: string;
  above?: Child;
  /** Buttons before the one that saves. */
  also?: Child;
  /** The button that saves, if it is not the usual one. */
  main?: Child;
  /** Content beside the heading of the preview, and below the preview. */
  renew: Child;
  beside: Child;
  children?: Child;
}

/** Fields beside a preview, with the button that saves them. */
export const DraftForm = ({
  place,
  stored,
  errors,
  shown,
  parts,
  above,
  also,
  main,
  renew,
  beside,
  children,
  ...more
}: DraftFormProps) => (
  <Form
    action={stored === null ? place.path : `${place.path}/${stored.id}`}
    {...more}
    {...(parts === undefined ? {} : { "data-parts": parts })}
  >
    {stored === null ? null : (
      <>
        <input type="hidden" name="id" value={stored.id} />
        <input type="hidden" name="revision" value={String(stored.revision)} />
      </>
    )}
    <div class="stack">
      <p class="to-preview">
        <a href="#preview">{t("See the preview")}</a>
      </p>
      {above}
      <Wrongs errors={errors} shown={shown} />
      <div class="card parts">{children}</div>
      <div class="savebar">
        <span {...(parts === undefined ? {} : { "data-unsaved": t("Unsaved changes: {fields}") })}>
          {t(stored === null ? "Not saved yet" : "Changes apply when you save")}
        </span>
        {stored === null && also !== undefined ? null : stored === null ? (
          <ButtonLink href={place.path} look="bare">
            {t("Cancel")}
          </ButtonLink>
        ) : parts === undefined ? null : (
          <button type="reset" class="btn bare">
            {t("Discard changes")}
          </button>
        )}
        {also}
        {main ?? <Button look="main">{stored === null ? t(draftWords(place.noun).add) : t("Save")}</Button>}
      </div>
    </div>
    <div class="see" id="preview">
      <div class="line apart">
        <h2>{t("Preview")}</h2>
        {renew}
      </div>
      {beside}
    </div>
  </Form>
);

/** Returns the watchlists as choices; `all` is the label for no list. */
export const listWords = (lists: NamedList[], all: string): Record<string, string> => ({
  "": all,
  ...Object.fromEntries(lists.map(({ id, name }) => [id, t("List: {name}", { name: displayedName(name) })])),
});

/** Returns the channels as choices, each with its kind. */
export const channelWords = (channels: AlertChannel[]): Record<string, string> =>
  Object.fromEntries(
    channels.map(({ id, name, kind }) => [id, `${displayedName(name)} · ${t(channelKinds[kind]?.title ?? kind)}`]),
  );
