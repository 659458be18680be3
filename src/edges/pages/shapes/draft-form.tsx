import type { Child } from "hono/jsx";
import { channelKinds } from "../../../channels/registry.ts";
import type { FieldError } from "../../../core/refusal.ts";
import type { AlertChannel, NamedList } from "../../../flows/browse/alerts.ts";
import { Allowed, Button, ButtonLink, Form, Wrongs } from "../parts/form.tsx";
import { Pill } from "../parts/pieces.tsx";
import { shownName } from "../words/name.ts";
import { Head } from "./head.tsx";
import { NeedsChannel } from "./needs-channel.tsx";

/** What has its form on a page of its own: where, and what one is called. */
export interface DraftPlace {
  path: string;
  /** "alert" */
  noun: string;
  /** "Alerts" */
  title: string;
}

interface DraftPageProps {
  place: DraftPlace;
  /** The name of one that is stored; null for a new one. */
  name: string | null;
  channels: AlertChannel[];
  /** A line below its name. */
  about: Child;
  acts: Child;
  form: Child;
  /** What those see who may only look, of one that is stored. */
  readers: Child;
}

/** The title of such a page. */
export const draftTitle = ({ noun }: DraftPlace, name: string | null): string =>
  name === null ? `New ${noun}` : shownName(name);

/** One record with its form; without a channel there is nothing that it could send to. */
export const DraftPage = ({ place, name, channels, about, acts, form, readers }: DraftPageProps) => (
  <>
    <Head
      crumb={{ path: place.path, label: place.title }}
      title={<bdi>{draftTitle(place, name)}</bdi>}
      acts={name === null ? undefined : acts}
    >
      {name === null ? undefined : about}
    </Head>
    <Allowed scope="write">
      {channels.length === 0 ? (
        <NeedsChannel>
          {place.noun === "alert" ? "An" : "A"} {place.noun} needs a channel to send to.
        </NeedsChannel>
      ) : (
        form
      )}
    </Allowed>
    {name === null ? null : <Allowed only="read">{readers}</Allowed>}
  </>
);

/** Whether one is on. */
export const OnOrPaused = ({ enabled }: { enabled: boolean }) => (
  <Pill tone={enabled ? "good" : "plain"} icon={enabled ? "well" : "pause"}>
    {enabled ? "on" : "paused"}
  </Pill>
);

interface DraftFormProps {
  place: DraftPlace;
  /** Of one that is stored: its id, and the revision that the form was filled from. */
  stored: { id: string; revision: number } | null;
  errors: FieldError[];
  /** Pointers that the form shows by itself. */
  shown: string[];
  class: string;
  /** Where its preview is drawn from as it changes; it can be put back too. */
  parts?: string;
  above?: Child;
  /** Beside the heading of the preview, and below it. */
  renew: Child;
  beside: Child;
  children?: Child;
}

/** Fields beside a preview, with what saves them. */
export const DraftForm = ({
  place,
  stored,
  errors,
  shown,
  parts,
  above,
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
      {above}
      <Wrongs errors={errors} shown={shown} />
      <div class="card parts">{children}</div>
      <div class="savebar">
        <span {...(parts === undefined ? {} : { "data-unsaved": true })}>
          {stored === null ? "Not saved yet" : "Changes apply when you save"}
        </span>
        {stored === null ? (
          <ButtonLink href={place.path} look="bare">
            Cancel
          </ButtonLink>
        ) : parts === undefined ? null : (
          <button type="reset" class="btn bare">
            Discard changes
          </button>
        )}
        <Button look="main">{stored === null ? `Add ${place.noun}` : "Save"}</Button>
      </div>
    </div>
    <div class="see">
      <div class="line apart">
        <h2>Preview</h2>
        {renew}
      </div>
      {beside}
    </div>
  </Form>
);

/** Watchlists to choose from; `all` for none of them. */
export const listWords = (lists: NamedList[], all: string): Record<string, string> => ({
  "": all,
  ...Object.fromEntries(lists.map(({ id, name }) => [id, `List: ${shownName(name)}`])),
});

/** Channels to choose from, each with its kind. */
export const channelWords = (channels: AlertChannel[]): Record<string, string> =>
  Object.fromEntries(
    channels.map(({ id, name, kind }) => [id, `${shownName(name)} · ${channelKinds[kind]?.title ?? kind}`]),
  );
