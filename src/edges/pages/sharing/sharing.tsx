import { lazy } from "../../../core/lazy.ts";
import { create } from "../../../flows/manage/keep.ts";
import type { FieldError } from "../../../core/refusal.ts";
import { feedKey, type FeedKey } from "../../../resources/feed-keys/feed-key.ts";
import { linkBase } from "../../http/links.ts";
import { granted, wrongIn } from "../../http/problem.ts";
import { choiceOf, controlsOf, jsonOf } from "../forms/controls.ts";
import { Fields } from "../forms/fields.ts";
import { storeDeps } from "../keep.ts";
import { formsAt, type Page, type PageContext, pageAt } from "../page.ts";
import { filled } from "../forms/filled.ts";
import { Allowed, Field, Wrongs } from "../parts/form.tsx";
import { Name } from "../parts/name.tsx";
import { shownName } from "../words/name.ts";
import { listed } from "../shapes/listed.tsx";
import { AddCard } from "../shapes/add-card.tsx";
import { Note } from "../parts/pieces.tsx";
import { Time } from "../parts/time.tsx";
import { SHARED } from "../nav.ts";
import { removal } from "../shapes/removal.ts";
import { show } from "../show.tsx";
import { Head } from "../shapes/head.tsx";
import { Delete } from "../parts/act.tsx";

const SHARING = "/sharing";

/** As many are shown at once. */
const A_PAGE = 50;

const SHOWN = ["/name", "/watchlistId"];

const controls = lazy(() => controlsOf(feedKey.form(), SHOWN));

/** What one key opens, with what it is for. */
const DOORS: [path: string, label: string][] = [
  [SHARED, "A page: who is live, and the last 7 days"],
  ["/feeds/live.ics", "A calendar of streams"],
  ["/feeds/forecast.ics", "A calendar of expected streams, by usual times"],
  ["/feeds/events.atom", "Events, for a feed reader"],
];

interface Created {
  key: string;
  origin: string;
}

/** Shown once: nobody can say the key again. */
const Fresh = ({ made: { key, origin } }: { made: Created }) => (
  <Note tone="good">
    <p>
      <b>Links created. Copy them now</b>: they are shown only once. Anyone with a link sees its content and nothing
      else.
    </p>
    <dl class="doors">
      {DOORS.map(([path, label], place) => (
        <>
          <dt>
            <label for={`door-${place}`}>{label}</label>
          </dt>
          <dd>
            <input
              class="in"
              id={`door-${place}`}
              readonly
              value={`${origin}${path}?key=${key}`}
              data-copy
              autocomplete="off"
            />
          </dd>
        </>
      ))}
    </dl>
    <p class="soft small">
      For a badge on your own site: {`${origin}/badge/…`} with the creator's ID and the same key.
    </p>
  </Note>
);

interface Shown {
  made?: Created;
  errors?: FieldError[];
}

async function sharingPage(
  context: PageContext<"lists" | "keep">,
  { made: created, errors }: Shown = {},
): Promise<Response> {
  const { ports } = context;
  const { items: all, pager } = await listed(feedKey, { path: SHARING, most: A_PAGE }, context);
  const lists = await ports.lists(all.flatMap(({ watchlistId }) => watchlistId ?? []));
  const words: Record<string, string> = {
    "": "everyone",
    ...Object.fromEntries(lists.map((one) => [one.id, shownName(one.name)])),
  };
  const value = (pointer: string) => (errors === undefined ? "" : context.fields.text(pointer));
  const field = filled({ value, errors: errors ?? [], controls: controls() });
  const body = (
    <>
      <Head title="Sharing">Read-only links</Head>
      <div class="stack">
        {created === undefined ? null : <Fresh made={created} />}
        {all.length === 0 ? null : (
          <ul class="rows tight card">
            {all.map((one) => (
              <KeyRow one={one} list={words[one.watchlistId ?? ""] ?? null} />
            ))}
          </ul>
        )}
        {pager()}
        <Allowed scope="write">
          <AddCard action={SHARING} title="Share a list" label="Create links">
            <Wrongs errors={errors ?? []} shown={SHOWN} />
            <Field {...field("/name")} label="Who is it for?" placeholder="Agency's client" hint="" />
            <Field {...field("/watchlistId")} label="Shows" {...choiceOf(words)} hint="" />
          </AddCard>
        </Allowed>
      </div>
    </>
  );
  const status = errors === undefined ? 200 : 422;
  return show({ ...context, fields: new Fields() }, { title: "Sharing", path: SHARING, status, body });
}

const KeyRow = ({ one, list }: { one: FeedKey; list: string | null }) => (
  <li class="used came">
    <div>
      <p>
        <b>
          <Name of={one.name} />
        </b>{" "}
        sees {list === null ? "a deleted list" : <Name of={list} />}
      </p>
      <p class="small soft">
        since <Time at={one.createdAt} />
      </p>
    </div>
    <Allowed scope="write">
      <Delete summary="Revoke…" label="Revoke" action={`${SHARING}/${one.id}/delete`}>
        Its links stop working.
      </Delete>
    </Allowed>
  </li>
);

async function added(context: PageContext<"keep" | "publicUrl" | "lists">): Promise<Response> {
  const { fields, ports, url } = context;
  const said = { ...jsonOf(controls(), fields), watchlistId: fields.text("/watchlistId") || null };
  const created = await create(feedKey, said, storeDeps(context, 201));
  const errors = wrongIn(created);
  if (errors !== null) return sharingPage(context, { errors });
  const { made } = granted(created);
  return sharingPage(context, { made: { key: made["key"]!, origin: linkBase(ports, url) } });
}

const revoked = removal(feedKey, SHARING, (name) => `Links of ${name} revoked`);

const post = formsAt(SHARING);

export const sharingPages: Page[] = [
  pageAt(SHARING, ["lists", "keep"], sharingPage),
  post("", "createFeedKey", ["keep", "lists", "publicUrl"], added),
  post("/{id}/delete", "deleteFeedKey", ["keep"], revoked),
];
