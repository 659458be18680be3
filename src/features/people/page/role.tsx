import { change } from "../../../resources/write/write-resource.ts";
import type { JsonObject } from "../../../core/json.ts";
import { recordAt } from "../../../http/preconditions.ts";
import { granted, Problem } from "../../../http/problem.ts";
import { choiceOf, filled } from "../../../ui/forms/controls.ts";
import { undoBy, undoneIn } from "../../../ui/forms/undo.ts";
import { backTo, type PageContext, storeDeps } from "../../../ui/page.ts";
import { Button, Field, Form } from "../../../ui/parts/form.tsx";
import { Fold } from "../../../ui/parts/pieces.tsx";
import type { SessionPorts } from "../../../ui/session.ts";
import { displayedName } from "../../../ui/words/name.ts";
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
  may: marked("Sees who is live in one list, and its reports. Nothing else."),
};

export const choices = (): Record<string, string> => ({
  read: t(ROLES.read.name),
  [AS_CLIENT]: t(CLIENT.name),
  write: t(ROLES.write.name),
  admin: t(ROLES.admin.name),
});

/** The choice to leave somebody's lists as they are. */
const KEPT = "kept";

/** The role of a token as it is chosen in a form. */
const chosenRole = ({ scopes, watchlistIds }: Token): string => {
  const scope = scopes.at(-1) ?? "read";
  return scope === "read" && watchlistIds !== null ? AS_CLIENT : scope;
};

/** Changes what somebody may do and see. Who sees several lists keeps them until another choice is made. */
export const RoleForm = ({ one, names }: { one: Token; names: Map<string, string> }) => {
  const several = (one.watchlistIds ?? []).length > 1;
  const field = filled({
    value: (pointer) => (pointer === ROLE ? chosenRole(one) : several ? KEPT : (one.watchlistIds?.[0] ?? "")),
    errors: [],
    at: one.id,
  });
  return (
    <Fold title={t("Change role…")}>
      <Form action={`${PEOPLE}/${one.id}/role`} class="flow">
        <Field {...field(ROLE)} label={t("Role")} {...choiceOf(choices())} hint="" />
        <Field
          {...field(LIST)}
          label={t("Can see")}
          {...choiceOf({
            ...(several ? { [KEPT]: t("The same lists as now") } : {}),
            "": t("All lists"),
            ...Object.fromEntries(names),
          })}
          hint={t("Clients see only the lists you choose.")}
        />
        <p class="line">
          <Button>{t("Save")}</Button>
        </p>
      </Form>
    </Fold>
  );
};

/** Changes somebody's role and lists, or undoes that. They can still sign in as before. */
export async function roleChanged(context: PageContext<SessionPorts>): Promise<Response> {
  const { fields } = context;
  const before = await recordAt(token, context);
  const undone = undoneIn(context);
  const [list, role] = [fields.text(LIST), fields.text(ROLE)];
  if (undone === null && role === AS_CLIENT && list === "") {
    const message = t("choose the list that they can see");
    throw new Problem(422, message, { errors: [{ pointer: LIST, message }] });
  }
  const patch = undone ?? {
    scopes: [role === AS_CLIENT ? "read" : role],
    watchlistIds: list === "" ? null : list === KEPT ? before.watchlistIds : [list],
  };
  const written = await change(token, before as never, patch, null, storeDeps(context, 200));
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
