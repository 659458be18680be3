import { lazy } from "../../../core/lazy.ts";
import type { FieldError } from "../../../core/refusal.ts";
import { Delete } from "../../../ui/parts/act.tsx";
import type { Child } from "hono/jsx";
import { Avatar, Name } from "../../../ui/parts/name.tsx";
import { Time } from "../../../ui/parts/time.tsx";
import { invitationForm, invite } from "../invite.ts";
import type { JsonObject } from "../../../core/json.ts";
import { create } from "../../../resources/write/write-resource.ts";
import { token, type Token } from "../resource/token.ts";
import { granted, invalidIn } from "../../../http/problem.ts";
import { controlsOf, filled, plainControl } from "../../../ui/forms/controls.ts";
import { Fields } from "../../../ui/forms/fields.ts";
import { backTo, formsAt, pageAt, type PageContext, storeDeps, storeDepsAs } from "../../../ui/page.ts";
import { Field, Wrongs } from "../../../ui/parts/form.tsx";
import { displayedName } from "../../../ui/words/name.ts";
import { plural, t } from "../../../ui/words/text.ts";
import { T } from "../../../ui/words/translated.tsx";
import { AddCard, listed } from "../../../ui/shapes/listed.tsx";
import { Note, OnlyHere, Pill } from "../../../ui/parts/pieces.tsx";
import { show } from "../../../ui/show.tsx";
import { Head } from "../../../ui/shapes/head.tsx";
import {
  AS_CLIENT,
  changeRole,
  CLIENT,
  LIST,
  PEOPLE,
  reportedRole,
  ROLE,
  RoleFields,
  RoleForm,
  roleIn,
  ROLES,
  type TypedRole,
} from "./role.tsx";
import { personRemoved, personRestored } from "./removed.ts";
import type { SessionPorts } from "../../../ui/session.ts";
import { invitationLink } from "../../../http/ports.ts";

/** Tokens per page. */
const A_PAGE = 50;

const NAME = "/name";
const EMAIL = "/email";
const DISPLAYED = [NAME, ROLE, LIST, EMAIL];

const nameControl = lazy(() => controlsOf(invitationForm(), [NAME]).get(NAME)!);

/** What each role can do. */
const Roles = () => (
  <dl class="roles small">
    {[...Object.values(ROLES).toReversed(), CLIENT].map(({ name, may }) => (
      <>
        <dt>{t(name)}</dt>
        <dd class="soft">{t(may)}</dd>
      </>
    ))}
  </dl>
);

interface Displayed {
  link?: string;
  errors?: FieldError[];
  /** The person whose new role was refused, as it was typed. */
  refused?: { id: string; typed: TypedRole; errors: FieldError[] };
}

const isClient = ({ scopes, watchlistIds }: Token): boolean =>
  watchlistIds !== null && (scopes.at(-1) ?? "read") === "read";

/** A role limited to lists; a viewer limited to them is a client. */
const roleOf = (one: Token): string => {
  const { scopes, watchlistIds } = one;
  const scope = scopes.at(-1) ?? "read";
  if (watchlistIds === null) return t(ROLES[scope].name);
  return isClient(one) ? t(CLIENT.name) : t("{role} of some lists", { role: t(ROLES[scope].name) });
};

/** Whoever holds the owner's token. They are no record, so nobody can change or remove them. */
const OwnerRow = () => (
  <li class="used came person-row">
    <Avatar name={t("Owner")} of="owner" />
    <div>
      <p>
        <b>{t("Owner")}</b> <Pill icon="keys">{t("always there")}</Pill>
      </p>
      <p class="small soft">{t("Anyone with the owner’s token. It can’t be changed or removed here.")}</p>
    </div>
  </li>
);

interface PersonProps {
  one: Token;
  /** The names of watchlists, by ID. */
  names: Map<string, string>;
  now: number;
  refused: Displayed["refused"];
}

/** The lists that somebody sees; of those that are left. */
const SeenLists = ({ names }: { names: string[] }) =>
  names.length === 0 ? (
    <span class="warn">{t("Sees nothing: their lists were deleted")}</span>
  ) : (
    <>{t("Sees {lists}", { lists: names.join(", ") })}</>
  );

/** Someone who can sign in. */
const Person = ({ one, names, now, refused }: PersonProps) => (
  <li class="used came person-row">
    <Avatar name={one.name} of={one.id} />
    <div>
      <p>
        <b>
          <Name of={one.name} />
        </b>{" "}
        <Pill>{roleOf(one)}</Pill>
      </p>
      <p class="small soft">
        {one.email === null ? null : (
          <>
            <Name of={one.email} /> ·{" "}
          </>
        )}
        {one.watchlistIds === null ? null : (
          <>
            <SeenLists names={one.watchlistIds.flatMap((id) => names.get(id) ?? [])} />
            {" · "}
          </>
        )}
        {one.lastUsedAt === null ? t("Not used yet") : <T of="Last used {time}" time={<Time at={one.lastUsedAt} />} />}
        {one.expiresAt === null ? null : (
          <>
            {" · "}
            <T of={one.expiresAt <= now ? "ended {time}" : "ends {time}"} time={<Time at={one.expiresAt} />} />
          </>
        )}
      </p>
    </div>
    <div>
      <RoleForm one={one} names={names} refused={refused?.id === one.id ? refused : undefined} />
      <Delete summary={t("Remove…")} label={t("Remove")} action={`${PEOPLE}/${one.id}/remove`}>
        {t("Their sign-ins and their token stop working.")}
      </Delete>
    </div>
  </li>
);

/** The answer of the page: who can sign in besides the owner. */
const headlineOf = (people: Token[]): string => {
  const clients = people.filter(isClient).length;
  const team = people.length - clients;
  if (people.length === 0) return t("Only you can sign in");
  return [
    ...(team === 0 ? [] : [plural(team, "{n} colleague", "{n} colleagues")]),
    ...(clients === 0 ? [] : [plural(clients, "{n} client", "{n} clients")]),
  ].join(", ");
};

interface GroupProps {
  title: string;
  id: string;
  children: Child;
}

const Group = ({ title, id, children }: GroupProps) => (
  <section class="card" aria-labelledby={id}>
    <div class="cap">
      <h2 id={id}>{title}</h2>
    </div>
    <ul class="rows tight">{children}</ul>
  </section>
);

async function peoplePage(
  context: PageContext<SessionPorts>,
  { link, errors, refused }: Displayed = {},
): Promise<Response> {
  const { ports, fields, url } = context;
  const { items: people, whole, pager } = await listed(token, { path: PEOPLE, most: A_PAGE }, context);
  const lists = await ports.lists(people.flatMap(({ watchlistIds }) => watchlistIds ?? []));
  const names = new Map(lists.map(({ id, name }) => [id, displayedName(name)]));
  // From the page of a list, a client of it is invited.
  const listId = url.searchParams.get("list") ?? "";
  const fresh =
    names.has(listId) && link === undefined ? { role: AS_CLIENT, lists: [listId] } : { role: "read", lists: [] };
  const value = (pointer: string) => (errors === undefined ? "" : fields.text(pointer));
  const field = filled({ value, errors: errors ?? [] });
  const body = (
    <>
      <Head
        title={whole ? headlineOf(people) : t("People and access")}
        crumb={{ path: "/settings", label: t("Settings") }}
      >
        {t("Everyone who can sign in")}
      </Head>
      <div class="stack">
        {link === undefined ? null : <Invitation link={link} />}
        <Group title={t("Your team")} id="team">
          <OwnerRow />
          {people
            .filter((one) => !isClient(one))
            .map((one) => (
              <Person one={one} names={names} now={context.now} refused={refused} />
            ))}
        </Group>
        {people.some(isClient) ? (
          <Group title={t("Clients")} id="clients">
            {people.filter(isClient).map((one) => (
              <Person one={one} names={names} now={context.now} refused={refused} />
            ))}
          </Group>
        ) : null}
        {pager()}
        <AddCard action={`${PEOPLE}/invite`} title={t("Invite someone")} id="invite" label={t("Create invitation")}>
          <Wrongs errors={errors ?? []} shown={DISPLAYED} />
          <Field {...field(NAME)} label={t("Name")} control={nameControl()} placeholder="Alex" hint="" />
          <RoleFields
            typed={errors === undefined ? fresh : roleIn(context)}
            errors={errors ?? []}
            names={names}
            at="invited"
          />
          <Roles />
          {ports.signIn.access === null ? null : (
            <Field
              {...field(EMAIL)}
              label={t("Email (optional)")}
              control={plainControl()}
              placeholder="alex@example.com"
              hint={t("Signs them in through Cloudflare Access, without a link. Leave it empty to get a link instead.")}
            />
          )}
        </AddCard>
      </div>
    </>
  );
  const status = errors === undefined && refused === undefined ? 200 : 422;
  return show({ ...context, fields: new Fields() }, { title: t("People and access"), path: "/settings", status, body });
}

/** The link of an invitation, shown once. */
const Invitation = ({ link }: { link: string }) => (
  <Note tone="good">
    <p>
      <T
        of="<b>Send this link now</b>: it is shown only once. It works once, within seven days."
        b={(text) => <b>{text}</b>}
      />
    </p>
    <p>
      <OnlyHere address={link} />
      <label for="invitation">{t("Invitation link")}</label>
      <input class="in" id="invitation" readonly value={link} data-copy autocomplete="off" />
    </p>
  </Note>
);

/** Adds a person who signs in through Cloudflare Access by email address. The token's secret is shown to nobody. */
async function added(reported: JsonObject, context: PageContext<SessionPorts>): Promise<Response> {
  const created = await create(token, reported, storeDepsAs("createToken", context, 201));
  const errors = invalidIn(created);
  if (errors !== null) return peoplePage(context, { errors });
  const { name, email } = granted(created).one as unknown as Token;
  return backTo(
    PEOPLE,
    { text: t("{name} can sign in as {email}", { name: displayedName(name), email: email ?? "" }) },
    context,
  );
}

async function invited(context: PageContext<SessionPorts>): Promise<Response> {
  const { fields, ports, url } = context;
  const role = reportedRole(roleIn(context));
  if (!role.ok) return peoplePage(context, { errors: role.error });
  const reported = { name: fields.text(NAME), ...role.value };
  const email = ports.signIn.access === null ? "" : fields.text(EMAIL).trim();
  if (email !== "") return added({ ...reported, email }, context);
  const created = await invite(reported, storeDeps(context, 201));
  const errors = invalidIn(created);
  if (errors !== null) return peoplePage(context, { errors });
  return peoplePage(context, { link: invitationLink(ports, url, granted(created).secret) });
}

async function roleChanged(context: PageContext<SessionPorts>): Promise<Response> {
  const done = await changeRole(context);
  if (done instanceof Response) return done;
  return peoplePage(context, { refused: { id: context.params["id"]!, typed: roleIn(context), errors: done } });
}

const form = formsAt(PEOPLE, "admin");

export const peoplePages = [
  pageAt<SessionPorts>(PEOPLE, (context) => peoplePage(context), "admin"),
  form("/invite", "createInvitation", invited),
  form("/{id}/role", "changeToken", roleChanged),
  form("/{id}/remove", "deleteToken", personRemoved),
  form("/restore", "createToken", personRestored),
];
