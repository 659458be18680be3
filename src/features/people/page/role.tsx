import { change } from "../../../resources/write/write-resource.ts";
import type { JsonObject } from "../../../core/json.ts";
import type { FieldError } from "../../../core/refusal.ts";
import { err, ok, type Result } from "../../../core/result.ts";
import { recordAt } from "../../../http/preconditions.ts";
import { granted, invalidIn } from "../../../http/problem.ts";
import { choiceOf, filled } from "../../../ui/forms/controls.ts";
import { undoBy, undoneIn } from "../../../ui/forms/undo.ts";
import { backTo, type PageContext, storeDeps } from "../../../ui/page.ts";
import { Button, Field, Form } from "../../../ui/parts/form.tsx";
import { Icon } from "../../../ui/parts/icon.tsx";
import { Fold } from "../../../ui/parts/pieces.tsx";
import type { SessionPorts } from "../../../ui/session.ts";
import { displayedName } from "../../../ui/words/name.ts";
import { errorWords } from "../../../ui/words/problem.ts";
import { marked, t } from "../../../ui/words/text.ts";
import type { Scope } from "../resource/scopes.ts";
import { token, type Token } from "../resource/token.ts";

/** JSON Pointers of the form. */
export const ROLE = "/scopes";
export const LIST = "/watchlistIds";

/** The page of people. */
export const PEOPLE = "/people";

/** A choice of the form: a viewer who is limited to a list. */
export const AS_CLIENT = "client";

/** A scope by the name that people know, and what it allows. */
interface Role {
  name: string;
  may: string;
}

export const ROLES: Record<Scope, Role> = {
  read: { name: marked("Viewer"), may: marked("Sees everything and changes nothing.") },
  write: { name: marked("Editor"), may: marked("Everything except people, the data service and backups.") },
  admin: { name: marked("Owner"), may: marked("Everything, including people, the data service and backups.") },
};

/** A viewer who is limited to watchlists. */
export const CLIENT: Role = {
  name: marked("Client"),
  may: marked("Sees who is live in their lists, and the reports. Nothing else."),
};

const choices = (): Record<string, string> => ({
  read: t(ROLES.read.name),
  [AS_CLIENT]: t(CLIENT.name),
  write: t(ROLES.write.name),
  admin: t(ROLES.admin.name),
});

/** The role of a token as it is chosen in a form. */
const chosenRole = ({ scopes, watchlistIds }: Token): string => {
  const scope = scopes.at(-1) ?? "read";
  return scope === "read" && watchlistIds !== null ? AS_CLIENT : scope;
};

/** What a form about a person says. */
export interface TypedRole {
  role: string;
  lists: string[];
}

export const roleIn = ({ fields }: Pick<PageContext, "fields">): TypedRole => ({
  role: fields.text(ROLE),
  lists: fields.all(LIST).filter((id) => id !== ""),
});

/** The fields that the API gets, or what is missing: a client sees lists that are chosen. */
export function reportedRole({ role, lists }: TypedRole): Result<JsonObject, FieldError[]> {
  if (role === AS_CLIENT && lists.length === 0)
    return err([{ pointer: LIST, message: marked("Choose at least one list.") }]);
  return ok({ scopes: [role === AS_CLIENT ? "read" : role], watchlistIds: lists.length === 0 ? null : lists });
}

interface RoleFieldsProps {
  typed: TypedRole;
  errors: FieldError[];
  /** The names of watchlists, by ID. */
  names: Map<string, string>;
  /** The prefix of the ids, on a page with several such forms. */
  at: string;
}

/** The role of a person, and the lists that they are limited to. */
export function RoleFields({ typed, errors, names, at }: RoleFieldsProps) {
  const field = filled({ value: () => typed.role, errors, at });
  const invalid = errors.filter(({ pointer }) => pointer === LIST || pointer.startsWith(`${LIST}/`));
  return (
    <>
      <Field {...field(ROLE)} label={t("Role")} {...choiceOf(choices())} hint="" />
      <fieldset class="field" {...(invalid.length === 0 ? {} : { "aria-describedby": `${at}-lists-bad` })}>
        <legend class="lab">{t("Can see")}</legend>
        <div class="chips">
          {[...names].map(([id, name]) => (
            <label class="chip">
              <input type="checkbox" name={LIST} value={id} checked={typed.lists.includes(id)} />
              {name}
            </label>
          ))}
        </div>
        <p class="hint">{t("Clients see only the lists you choose. Everyone else sees all if you choose none.")}</p>
        {invalid.length === 0 ? null : (
          <p class="bad" id={`${at}-lists-bad`} role="alert" tabindex={-1} autofocus>
            <Icon name="hand" small />
            {errorWords(invalid)}
          </p>
        )}
      </fieldset>
    </>
  );
}

interface RoleFormProps {
  one: Token;
  names: Map<string, string>;
  /** What was typed, if it was refused. */
  refused: { typed: TypedRole; errors: FieldError[] } | undefined;
}

/** Changes what somebody may do and see. */
export const RoleForm = ({ one, names, refused }: RoleFormProps) => (
  <Fold title={t("Change role…")} open={refused !== undefined}>
    <Form action={`${PEOPLE}/${one.id}/role`} class="flow">
      <RoleFields
        typed={refused?.typed ?? { role: chosenRole(one), lists: one.watchlistIds ?? [] }}
        errors={refused?.errors ?? []}
        names={names}
        at={one.id}
      />
      <p class="line">
        <Button>{t("Save")}</Button>
      </p>
    </Form>
  </Fold>
);

/** Changes somebody's role and lists, or undoes that. They can still sign in as before. Returns what is wrong. */
export async function changeRole(context: PageContext<SessionPorts>): Promise<Response | FieldError[]> {
  const before = await recordAt(token, context);
  const undone = undoneIn(context);
  const reported = undone === null ? reportedRole(roleIn(context)) : ok(undone);
  if (!reported.ok) return reported.error;
  const written = await change(token, before as never, reported.value, null, storeDeps(context, 200));
  const errors = undone === null ? invalidIn(written) : null;
  if (errors !== null) return errors;
  const name = displayedName(String((granted(written).one as unknown as Token).name));
  const was: JsonObject = { scopes: before.scopes, watchlistIds: before.watchlistIds };
  return backTo(
    PEOPLE,
    undone === null
      ? { text: t("{name} changed", { name }), ...undoBy(`${PEOPLE}/${before.id}/role`, was) }
      : { text: t("Change undone") },
    context,
  );
}
