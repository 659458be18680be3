import { logged } from "../log/log.ts";
import { suggestsSecret } from "../../core/secret-names.ts";
import { cut } from "../../core/text.ts";
import { OF_FORM } from "../../ui/forms/fields.ts";
import { requestIdOf } from "../../http/headers.ts";
import { Problem, quotaProblem } from "../../http/problem.ts";
import { ownPath, type PageContext } from "../../ui/page.ts";
import { ButtonLink } from "../../ui/parts/form.tsx";
import { Icon } from "../../ui/parts/icon.tsx";
import { iconNamed, type IconName } from "../../ui/icons.ts";
import type { User } from "../../core/refusal.ts";
import { ROOMS } from "../../ui/words/rooms.ts";
import { board } from "../../features/boards/resource/board.ts";
import { digest } from "../../features/digests/resource/digest.ts";
import { DIGESTS } from "../../features/digests/page/draft.ts";
import { subscription } from "../../features/alerts/resource/subscription.ts";
import { ALERTS } from "../../features/alerts/page/draft.ts";
import type { Session } from "../../ui/session.ts";
import { show, showAlone } from "../../ui/show.tsx";
import { signInPage } from "../../features/sign-in/page/sign-in-page.tsx";
import { marked, plural, t } from "../../ui/words/text.ts";
import { isSecretSetting } from "../../channels/registry.ts";

/** Explanations of HTTP statuses. */
const MEANS: Record<number, { title: string; next: string }> = {
  400: { title: marked("We couldn't read this request"), next: marked("Go back and try again.") },
  403: { title: marked("You don't have access"), next: marked("Ask the owner of this Tallylight for more access.") },
  404: { title: marked("Page not found"), next: marked("It may have been deleted, or the address has a typo.") },
  409: { title: marked("This conflicts with another change"), next: marked("Go back to see the current version.") },
  412: {
    title: marked("Someone else changed this"),
    next: marked("Your changes were not saved. Go back to see the current version."),
  },
  413: { title: marked("This is too long"), next: marked("Send less at a time.") },
  422: { title: marked("Please check what you entered"), next: marked("Go back: what you typed is still there.") },
  429: { title: marked("Too many requests"), next: marked("Wait a moment, then try again.") },
  503: {
    title: marked("Daily limit reached"),
    next: marked("Nothing is lost. Come back after midnight UTC, or move to the paid plan."),
  },
  500: { title: marked("Something went wrong"), next: marked("This isn't your fault. The log has the details.") },
};

/** A deletion that something else keeps from happening. */
const IN_USE = {
  title: marked("This can't be deleted yet"),
  next: marked("Delete or change these first, then go back and try again."),
};

const usersIn = (problem: Problem | null): User[] => problem?.extras.usedBy ?? [];

const meansOf = (status: number, users: User[]) => (users.length > 0 ? IN_USE : (MEANS[status] ?? MEANS[500]!));

/** A message that says nothing beyond the status. */
export const NO_PATH = "No such path.";

/**
 * Reports whether a field may have a secret: an address, a setting that a kind of channel declares secret, or anything
 * about the account of the service, as an example request may be pasted there. They must be entered again.
 */
function isSecretField(name: string): boolean {
  const path = name.split("/");
  const last = path.at(-1)!;
  return /address|url/i.test(last) || path.includes("account") || isSecretSetting(last) || suggestsSecret(last);
}

/** Limit on the entered characters that are sent back. They fit into the sign-in form in any script. */
const MAX_STORED = 6000;

/** The page for an error. If the session has ended, it asks to sign in and keeps what was entered. */
export async function troubled(context: PageContext<unknown, Session | null>, thrown: unknown): Promise<Response> {
  const problem = thrown instanceof Problem ? thrown : quotaProblem(thrown);
  const requestId = requestIdOf(context.request);
  if (problem === null) logged("pages", { requestId })(thrown);
  const status = problem?.status ?? 500;
  if (status === 401) return signInAgain(context);
  const { session } = context;
  if (status === 403 && session !== null && session.actor.watchlistIds !== null)
    return notForClients(context, session.actor.watchlistIds.length);
  const users = usersIn(problem);
  const means = meansOf(status, users);
  const [title, next] = [t(means.title), t(means.next)];
  const body = (
    <div class="void">
      <div>
        <h1>{title}</h1>
        {problem === null || problem.message === NO_PATH ? null : <p class="soft">{wordsOf(problem)}</p>}
      </div>
      <p>{next}</p>
      {problem === null ? <p class="soft">{t("Request {id}", { id: requestId })}</p> : null}
      <UsedBy users={users} />
      <p class="line">
        <ButtonLink href="/" look="main">
          {t("Go to Now")}
        </ButtonLink>
      </p>
    </div>
  );
  // The frame of the team tells of more than a limited account shows.
  const displayed =
    session === null || session.actor.watchlistIds !== null
      ? showAlone(context, title, body, status)
      : await framed({ ...context, session }, title, body, status);
  for (const [name, value] of Object.entries(problem?.headers ?? {}))
    if (name !== "www-authenticate") displayed.headers.set(name, value);
  return displayed;
}

/** Where the pages of what may use something are, by noun. */
const PLACES = new Map<string, { path: string; icon: IconName }>([
  [subscription.noun, { path: ALERTS, icon: "alert" }],
  [digest.noun, { path: DIGESTS, icon: "digest" }],
  ...ROOMS.map(({ noun, path, icon }) => [noun, { path, icon: iconNamed(icon) }] as const),
]);

/** What keeps a record from being deleted. */
const UsedBy = ({ users }: { users: User[] }) =>
  users.length === 0 ? (
    <></>
  ) : (
    <ul class="rows card">
      {users.map(({ type, id, name }) => {
        const place = PLACES.get(type);
        return (
          <li class="used">
            <Icon name={place?.icon ?? (type === board.noun ? "board" : "note")} small />
            {place === undefined ? (
              <bdi class="nm">{name}</bdi>
            ) : (
              <a href={`${place.path}/${id}`}>
                <bdi class="nm">{name}</bdi>
              </a>
            )}
          </li>
        );
      })}
    </ul>
  );

/** Asks to sign in, and keeps what was entered. */
function signInAgain(context: PageContext<unknown, Session | null>): Response {
  const typed = context.fields.entries().filter(([name]) => !OF_FORM.has(name) && !isSecretField(name));
  const echoed = typed.reduce((sum, [name, value]) => sum + name.length + value.length, 0) <= MAX_STORED;
  const stored = context.request.method === "POST" && echoed ? { path: context.url.pathname, fields: typed } : null;
  return signInPage(
    context,
    { next: ownPath(context.url.pathname + context.url.search, context.url), kept: stored },
    401,
  );
}

/** What somebody with an account for some lists reads on a page of the team; without the team's navigation. */
const notForClients = (context: PageContext<unknown, Session | null>, lists: number): Response => {
  const title = plural(lists, "Your account shows one list only", "Your account shows {n} lists only");
  return showAlone(
    context,
    title,
    <div class="void">
      <div>
        <h1>{title}</h1>
        <p class="soft">{t("This page is for the team that watches it.")}</p>
      </div>
      <p class="line">
        <ButtonLink href="/" look="main">
          {plural(lists, "Go to your list", "Go to your lists")}
        </ButtonLink>
      </p>
    </div>,
    403,
  );
};

/** The page within the navigation, if that can be rendered. */
const framed = (
  context: PageContext,
  title: string,
  body: ReturnType<typeof ButtonLink>,
  status: number,
): Promise<Response> =>
  show(context, { title, path: "", status, body }).catch(() => showAlone(context, title, body, status));

/** Limits on the errors that are shown, and on their length. */
const MAX_INVALID = 10;
const LONGEST = 200;

const wordsOf = ({ message, extras }: Problem): string =>
  [
    t(message),
    ...(extras.errors ?? [])
      .slice(0, MAX_INVALID)
      .map(
        ({ pointer, message: invalid }) =>
          `${cut(pointer.replaceAll("/", " ").trim(), LONGEST)} ${cut(t(invalid), LONGEST)}.`,
      ),
  ].join(" ");
