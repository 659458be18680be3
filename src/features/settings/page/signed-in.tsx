import { SETTINGS } from "../../../ui/nav.ts";
import type { SignIn } from "../../../core/sign-in.ts";
import { Problem } from "../../../http/problem.ts";
import { cursorOf, pageOf, seqKey } from "../../../http/query.ts";
import { backTo, formsAt, type PageContext } from "../../../ui/page.ts";
import { Allowed } from "../../../ui/parts/form.tsx";
import { Fold } from "../../../ui/parts/pieces.tsx";
import { Name } from "../../../ui/parts/name.tsx";
import { Pager } from "../../../ui/parts/pager.tsx";
import { Time } from "../../../ui/parts/time.tsx";
import type { Session } from "../../../ui/session.ts";
import { Act, Delete } from "../../../ui/parts/act.tsx";
import { t } from "../../../ui/words/text.ts";
import { T } from "../../../ui/words/translated.tsx";
import type { SignInPorts } from "../../sign-in/sign-in-store.ts";

/** Sign-ins per page. */
const A_PAGE = 20;

/**
 * Returns whose sign-ins a user can see and end: everybody's (null) for an admin, otherwise those of their own token.
 */
const reachOf = ({ actor, holder }: Session): string | null => (actor.scope === "admin" ? null : holder);

/** Lists this session and the other sign-ins that its user may see. */
export async function signedIn({ ports, session, url, now }: PageContext<SignInPorts>) {
  const page = pageOf({ limit: A_PAGE, cursor: url.searchParams.get("cursor") ?? undefined }, seqKey);
  const { items, next } = await ports.signIns.list(reachOf(session), page, now);
  const rest = next !== null || items.some(({ id }) => id !== session.id);
  const everybody = session.actor.scope === "admin";
  return (
    <Fold title={t("Signed-in devices")} class="pad" open={url.searchParams.has("cursor")}>
      <ul class="rows tight">
        {items.map((one) => (
          <Device one={one} own={one.id === session.id} named={everybody} />
        ))}
      </ul>
      <Pager shown={items.length} next={next === null ? null : `${SETTINGS}?cursor=${cursorOf(next)}`} />
      {rest ? (
        <Allowed scope="write">
          <Delete
            class="pad"
            summary={t("Sign out all others…")}
            label={t("Sign out all others")}
            action={`${SETTINGS}/sign-ins/end-others`}
          >
            {t(
              everybody
                ? "Signs out everyone else, and you on your other devices."
                : "Signs out everyone who uses this token, except on this device.",
            )}
          </Delete>
        </Allowed>
      ) : null}
    </Fold>
  );
}

/** Browsers by a word in their user agent. Those built on another browser name it as well, so they come first. */
const BROWSERS: [RegExp, string][] = [
  [/\bEdg(?:e|A|iOS)?\//, "Edge"],
  [/\bOPR\/|\bOPT\//, "Opera"],
  [/\bSamsungBrowser\//, "Samsung Internet"],
  [/\bFirefox\/|\bFxiOS\//, "Firefox"],
  [/\bChrome\/|\bChromium\/|\bCriOS\//, "Chrome"],
  [/\bVersion\/.*\bSafari\//, "Safari"],
];

const DEVICES: [RegExp, string][] = [
  [/\biPhone\b/, "iPhone"],
  [/\biPad\b/, "iPad"],
  [/\bAndroid\b/, "Android"],
  [/\bWindows\b/, "Windows"],
  [/\bCrOS\b/, "ChromeOS"],
  [/\bMac OS X\b|\bMacintosh\b/, "Mac"],
  [/\bLinux\b/, "Linux"],
];

const named = (agent: string, of: [RegExp, string][]): string | null =>
  of.find(([word]) => word.test(agent))?.[1] ?? null;

/** Describes a browser from its `User-Agent`: "Firefox on Windows". */
export function deviceOf(agent: string | null): string {
  if (agent === null) return t("Unknown device");
  const browser = named(agent, BROWSERS);
  const device = named(agent, DEVICES);
  if (device === null) return browser ?? t("Unknown device");
  return t("{browser} on {device}", { browser: browser ?? t("Unknown browser"), device });
}

const Device = ({ one, own, named }: { one: SignIn; own: boolean; named: boolean }) => (
  <li class="used came">
    <div>
      <p>
        <b>{deviceOf(one.agent)}</b>
      </p>
      <p class="small soft">
        {named ? (
          <>
            {one.tokenId === null ? t("Owner") : <Name of={one.tokenName ?? ""} />}
            {" · "}
          </>
        ) : null}
        {one.address === null ? t("unknown address") : one.address}
        {" · "}
        <T of="since {time}" time={<Time at={one.createdAt} />} />
        {own ? null : (
          <>
            {" · "}
            <T of="last seen {time}" time={<Time at={one.lastSeenAt} />} />
          </>
        )}
      </p>
    </div>
    {own ? (
      <span class="pill good">{t("This device")}</span>
    ) : (
      <Allowed scope="write">
        <Act action={`${SETTINGS}/sign-ins/${one.id}/end`}>{t("Sign out")}</Act>
      </Allowed>
    )}
  </li>
);

async function ended(context: PageContext<SignInPorts>): Promise<Response> {
  const { ports, session, params } = context;
  const id = params["id"]!;
  if (!(await ports.signIns.end(id, reachOf(session))))
    throw new Problem(404, t("This device is no longer signed in."));
  return backTo(SETTINGS, { text: t("Device signed out") }, context);
}

async function endedRest(context: PageContext<SignInPorts>): Promise<Response> {
  const { ports, session } = context;
  await ports.signIns.endOthers(session.id, reachOf(session));
  return backTo(SETTINGS, { text: t("All other devices signed out") }, context);
}

const form = formsAt(`${SETTINGS}/sign-ins`);

export const signedInPages = [
  form("/{id}/end", "deleteSignIn", ended),
  form("/end-others", "deleteOtherSignIns", endedRest),
];
