import type { FieldError } from "../../../core/refusal.ts";
import type { JsonObject } from "../../../core/json.ts";
import { choiceOf, filled } from "../../../ui/forms/controls.ts";
import type { Fields } from "../../../ui/forms/fields.ts";
import { Field, Wrongs } from "../../../ui/parts/form.tsx";
import { Fold } from "../../../ui/parts/pieces.tsx";
import { namesById } from "../../../ui/words/name.ts";
import { t } from "../../../ui/words/text.ts";
import type { Chat, ChatKind } from "../resource/chat.ts";
import { SERVICES } from "./services.ts";

/** JSON Pointers of the fields that the page shows. */
const [ROLES, USERS] = ["/roles", "/users"];
const DISPLAYED = ["/watchlistId", "/scopes", ROLES, USERS];

/** Watchlists to choose from. */
export type Lists = { id: string; name: string }[];

interface ChatFieldsProps {
  kind: ChatKind;
  lists: Lists;
  value: (pointer: string) => string;
  errors: FieldError[];
  /** Prefix of the ids of the fields. */
  at: string;
}

/** What is wrong, in the words of the page. */
const worded = (errors: FieldError[], service: string): FieldError[] =>
  errors.map((one) => {
    if (/^\/(roles|users)\/\d/.test(one.pointer))
      return { ...one, message: t("must be IDs as {service} shows them", { service }) };
    if (one.pointer !== "/kind") return one;
    return { ...one, message: t("{service} can't send commands here: {reason}", { service, reason: one.message }) };
  });

/** What a chat commands, and who in it may change things. */
export function ChatFields({ kind, lists, value, errors: all, at }: ChatFieldsProps) {
  const service = SERVICES[kind].title;
  const errors = worded(all, service);
  const field = filled({ value, errors, at });
  return (
    <>
      <Wrongs errors={errors} shown={DISPLAYED} />
      <Field {...field("/watchlistId")} label={t("List")} {...choiceOf({ "": t("All lists"), ...namesById(lists) })} />
      <Field
        {...field("/scopes")}
        label={t("Who may change things")}
        hint={t("Change: watch someone, stop watching, snooze.")}
        {...choiceOf({ read: t("No one: everyone can only ask"), write: t(SERVICES[kind].changing) })}
      />
      <Fold
        title={t("Name others who may change things")}
        open={
          [ROLES, USERS].some((one) => value(one) !== "") ||
          errors.some(({ pointer }) => /^.(roles|users)/.test(pointer))
        }
      >
        <div class="flow">
          {kind === "discord" ? (
            <Field
              {...field("/roles")}
              label={t("Roles that may change things")}
              hint={t("Role IDs from {service}, separated by commas. Empty for none.", { service })}
            />
          ) : null}
          <Field
            {...field("/users")}
            label={t("People who may change things")}
            hint={t("User IDs from {service}, separated by commas. Empty for none.", { service })}
          />
        </div>
      </Fold>
    </>
  );
}

/** The IDs in a text. A mention as Discord copies it is an ID too. */
const idsIn = (text: string): string[] =>
  text
    .split(/[\s,;]+/)
    .filter((one) => one !== "")
    .map((one) => /^<@[&!]?(\w+)>$/.exec(one)?.[1] ?? one);

/** A chat's form as the JSON that the API would receive. */
export const sentIn = (fields: Fields, kind: ChatKind): JsonObject => ({
  watchlistId: fields.text("/watchlistId") || null,
  scopes: fields.text("/scopes"),
  ...(kind === "discord" ? { roles: idsIn(fields.text("/roles")) } : {}),
  users: idsIn(fields.text("/users")),
});

/** The values of a chat, as its form shows them. */
export const valuesOf = ({ watchlistId, scopes, roles, users }: Chat): Record<string, string> => ({
  "/watchlistId": watchlistId ?? "",
  "/scopes": scopes,
  "/roles": roles.join(", "),
  "/users": users.join(", "),
});
