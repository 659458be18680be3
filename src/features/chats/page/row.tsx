import type { Child } from "hono/jsx";
import { CHATS } from "../../../ui/nav.ts";
import { Delete } from "../../../ui/parts/act.tsx";
import { ButtonLink } from "../../../ui/parts/form.tsx";
import { Icon } from "../../../ui/parts/icon.tsx";
import { Name } from "../../../ui/parts/name.tsx";
import { Pill } from "../../../ui/parts/pieces.tsx";
import { Time } from "../../../ui/parts/time.tsx";
import { meant, plural, t } from "../../../ui/words/text.ts";
import { T } from "../../../ui/words/translated.tsx";
import type { Chat } from "../resource/chat.ts";
import { SERVICES } from "./services.ts";

/** Who may change things in a chat, in a sentence. */
function mayChange({ kind, scopes, roles, users }: Chat): string {
  const { managers } = SERVICES[kind];
  const who =
    scopes === "read"
      ? []
      : [
          t(managers),
          ...(roles.length === 0 ? [] : [plural(roles.length, "{n} role", "{n} roles")]),
          ...(users.length === 0 ? [] : [plural(users.length, "{n} person", "{n} people")]),
        ];
  return who.length === 0
    ? t("Everyone can ask, no one may change things")
    : t("Everyone can ask. May change things: {who}", { who: who.join(", ") });
}

/** Why the last late answer did not arrive, as far as the service said it. */
function failureOf({ kind, failure }: Chat): string {
  const service = SERVICES[kind].title;
  const [, status] = /answered (\d{3})$/.exec(failure ?? "") ?? [];
  return status === undefined
    ? t("The last answer couldn't be sent: {service} wasn't reached.", { service })
    : t("The last answer couldn't be sent: {service} responded with {status}.", { service, status });
}

/** What a linked chat did last. */
const Used = ({ one }: { one: Chat }) => (
  <>
    <p class="small soft">
      {one.lastCommandAt === null ? (
        t("No command yet")
      ) : (
        <T
          of="Last command {time}: {command}"
          time={<Time at={one.lastCommandAt} />}
          command={<Name of={one.lastCommand ?? ""} />}
        />
      )}
    </p>
    {one.failure === null ? null : (
      <p class="warn line small">
        <Icon name="hand" small />
        <span>{failureOf(one)}</span>
      </p>
    )}
  </>
);

/** Says until when a code that was not used yet links a chat. */
const Waiting = ({ one, now }: { one: Chat; now: number }) =>
  one.codeExpiresAt > now ? (
    <p class="line small">
      <Pill icon="clock">{t("waiting for the first command")}</Pill>
      <span class="soft">
        <T of="Its code works until {time}" time={<Time at={one.codeExpiresAt} />} />
      </span>
    </p>
  ) : (
    <p class="line small">
      <Pill tone="hand" icon="hand">
        {t("code expired")}
      </Pill>
      <span class="soft">{t("Remove this entry and create a new code.")}</span>
    </p>
  );

interface ChatRowProps {
  one: Chat;
  /** The name of its list; null for all. */
  list: string | null;
  now: number;
  /** Its form, if it is open. */
  children?: Child;
}

/** A chat and its actions. */
export const ChatRow = ({ one, list, now, children }: ChatRowProps) => {
  const { title } = SERVICES[one.kind];
  const isLinked = one.linkedAt !== null;
  return (
    <li class="used came" id={`of-${one.id}`}>
      <div class="flow">
        <p>
          <b>{isLinked && one.title !== null ? <Name of={one.title} /> : title}</b>{" "}
          <span class="soft">
            {isLinked && one.title !== null ? `${title} · ` : ""}
            {list === null ? t("All lists") : <Name of={list} />}
          </span>
        </p>
        <p class="small">{mayChange(one)}</p>
        {isLinked ? <Used one={one} /> : <Waiting one={one} now={now} />}
        {children}
      </div>
      <div class="line">
        {children === undefined ? (
          <ButtonLink href={`${CHATS}?change=${one.id}#of-${one.id}`}>{meant("button", "Change")}</ButtonLink>
        ) : null}
        {isLinked ? (
          <Delete summary={t("Disconnect…")} label={t("Disconnect")} action={`${CHATS}/${one.id}/delete`}>
            {t("Commands from this chat stop working at once. To connect it again, you need a new code.")}
          </Delete>
        ) : (
          <Delete summary={t("Remove…")} label={t("Remove")} action={`${CHATS}/${one.id}/delete`}>
            {t("Its code stops working.")}
          </Delete>
        )}
      </div>
    </li>
  );
};
