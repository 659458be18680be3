import { lazy } from "../../../core/lazy.ts";
import type { FieldError } from "../../../core/refusal.ts";
import { invite, invitationForm } from "../../../flows/manage/invite.ts";
import type { Scope } from "../../../resources/tokens/scopes.ts";
import { grantedScopes, token, type Token } from "../../../resources/tokens/token.ts";
import { invitationLink } from "../../http/links.ts";
import { granted, wrongIn } from "../../http/problem.ts";
import { choiceOf, controlsOf } from "../forms/controls.ts";
import { Fields } from "../forms/fields.ts";
import { storeDeps } from "../keep.ts";
import { formsAt, type Page, type PageContext, pageAt } from "../page.ts";
import { filled } from "../forms/filled.ts";
import { Field, Wrongs } from "../parts/form.tsx";
import { Name } from "../parts/name.tsx";
import { shownName } from "../words/name.ts";
import { listed } from "../shapes/listed.tsx";
import { AddCard } from "../shapes/add-card.tsx";
import { Note } from "../parts/pieces.tsx";
import { Time } from "../parts/time.tsx";
import { removal } from "../shapes/removal.ts";
import { show } from "../show.tsx";
import { Head } from "../shapes/head.tsx";
import { Delete } from "../parts/act.tsx";

const PEOPLE = "/people";

/** As many are shown at once. */
const A_PAGE = 50;

const NAME = "/name";
const ROLE = "/scopes";
const LIST = "/watchlistIds";
const SHOWN = [NAME, ROLE, LIST];

/** What people call a scope; somebody limited to watchlists is a client. */
const ROLES: Record<Scope, string> = { read: "Viewer", write: "Editor", admin: "Owner" };

const CHOICES: Record<Scope, string> = {
  read: "Viewer: can view everything, change nothing",
  write: "Editor: can add creators and set up alerts",
  admin: "Owner: can do everything, including people",
};

const nameControl = lazy(() => controlsOf(invitationForm(), [NAME]).get(NAME)!);

const roleOf = ({ scopes, watchlistIds }: Token): string => {
  const role = ROLES[grantedScopes(scopes).at(-1) ?? "read"];
  return watchlistIds === null ? role : `${role} (client)`;
};

interface Shown {
  link?: string;
  errors?: FieldError[];
}

async function peoplePage(context: PageContext<"lists" | "keep">, { link, errors }: Shown = {}): Promise<Response> {
  const { ports, fields } = context;
  const { items: people, pager } = await listed(token, { path: PEOPLE, most: A_PAGE }, context);
  const lists = await ports.lists(people.flatMap(({ watchlistIds }) => watchlistIds ?? []));
  const names = new Map(lists.map(({ id, name }) => [id, shownName(name)]));
  const value = (pointer: string) => (errors !== undefined ? fields.text(pointer) : pointer === ROLE ? "read" : "");
  const field = filled({ value, errors: errors ?? [] });
  const body = (
    <>
      <Head title="People and access">Everyone who can sign in, besides you</Head>
      <div class="stack">
        {link === undefined ? null : <Invitation link={link} />}
        {people.length === 0 ? null : (
          <ul class="rows tight card">
            {people.map((one) => (
              <Person one={one} names={names} now={context.now} />
            ))}
          </ul>
        )}
        {pager()}
        <AddCard action={`${PEOPLE}/invite`} title="Invite someone" id="invite" label="Create invitation">
          <Wrongs errors={errors ?? []} shown={SHOWN} />
          <Field {...field(NAME)} label="Name" control={nameControl()} placeholder="Alex" hint="" />
          <Field {...field(ROLE)} label="Role" {...choiceOf(CHOICES)} hint="" />
          <Field
            {...field(LIST)}
            label="Can see"
            {...choiceOf({ "": "All watchlists", ...Object.fromEntries(names) })}
            hint="Someone who can see one watchlist doesn't learn about the others."
          />
        </AddCard>
      </div>
    </>
  );
  const status = errors === undefined ? 200 : 422;
  return show({ ...context, fields: new Fields() }, { title: "People and access", path: "/settings", status, body });
}

/** The link of an invitation, shown once. */
const Invitation = ({ link }: { link: string }) => (
  <Note tone="good">
    <p>
      <b>Send this link now</b>: it is shown only once. It works once, within seven days.
    </p>
    <p>
      <label for="invitation">Invitation link</label>
      <input class="in" id="invitation" readonly value={link} data-copy autocomplete="off" />
    </p>
  </Note>
);

const Person = ({ one, names, now }: { one: Token; names: Map<string, string>; now: number }) => (
  <li class="used came">
    <div>
      <p>
        <b>
          <Name of={one.name} />
        </b>{" "}
        <span class="soft">{roleOf(one)}</span>
      </p>
      <p class="small soft">
        {one.watchlistIds === null ? null : (
          <>Sees {one.watchlistIds.map((id) => names.get(id) ?? "a deleted list").join(", ")} · </>
        )}
        {one.lastUsedAt === null ? (
          "Not used yet"
        ) : (
          <>
            Last used <Time at={one.lastUsedAt} />
          </>
        )}
        {one.expiresAt === null ? null : (
          <>
            {one.expiresAt <= now ? " · ended " : " · ends "}
            <Time at={one.expiresAt} />
          </>
        )}
      </p>
    </div>
    <Delete summary="Remove…" label="Remove" action={`${PEOPLE}/${one.id}/remove`}>
      Their sign-ins and their token stop working.
    </Delete>
  </li>
);

async function invited(context: PageContext<"keep" | "publicUrl" | "lists">): Promise<Response> {
  const { fields, ports, url } = context;
  const list = fields.text(LIST);
  const said = {
    name: fields.text(NAME),
    scopes: [fields.text(ROLE)],
    watchlistIds: list === "" ? null : [list],
  };
  const created = await invite(said, storeDeps(context, 201));
  const errors = wrongIn(created);
  if (errors !== null) return peoplePage(context, { errors });
  return peoplePage(context, { link: invitationLink(ports, url, granted(created).secret) });
}

const removed = removal(token, PEOPLE, (name) => `${name} removed`);

const form = formsAt(PEOPLE, "admin");

export const peoplePages: Page[] = [
  pageAt(PEOPLE, ["lists", "keep"], peoplePage, "admin"),
  form("/invite", "createInvitation", ["keep", "lists", "publicUrl"], invited),
  form("/{id}/remove", "deleteToken", ["keep"], removed),
];
