import type { FieldError } from "../../../core/refusal.ts";
import type { NamedTarget } from "../alerts.ts";
import { targetKinds } from "../../../kinds/registry.ts";
import type { PageContext } from "../../../ui/page.ts";
import { draftIn, type Draft } from "./draft.ts";
import { t } from "../../../ui/words/text.ts";

const MAX_LENGTH = 200;

/** The only target with this name, or the reason why there is none. */
async function targetCalled(
  text: string,
  { ports }: PageContext<"creators" | "alerts">,
): Promise<NamedTarget | string> {
  const bare = text.replace(/^[@#]/, "");
  const filter = { show: "all", search: text, watchlistId: null, sort: "name" } as const;
  const [{ items }, rest] = await Promise.all([
    ports.creators(filter, { limit: 50, after: null }),
    ports.alerts.targetsCalled(
      Object.keys(targetKinds).filter((kind) => kind !== "live"),
      [...new Set([text, bare])],
    ),
  ]);
  const whole = items.filter(({ name, params }) =>
    [name, params["handle"], params["userId"]].some(
      (one) => typeof one === "string" && one.toLowerCase() === bare.toLowerCase(),
    ),
  );
  const found = [...(whole.length > 0 || rest.length > 0 ? whole : items), ...rest];
  if (found.length === 0) return t("nothing with this name is watched");
  return found.length === 1 ? found[0]! : t("several match: enter the full @handle or ID");
}

/** The target that a draft means, null for none, or the reason why it is unknown. */
async function subjectOf(
  draft: Draft,
  context: PageContext<"creators" | "alerts">,
): Promise<NamedTarget | string | null> {
  const text = draft.whom.trim().slice(0, MAX_LENGTH);
  return text === "" ? null : targetCalled(text, context);
}

/** The draft that a form sends, with its target looked up, and the errors of that. */
export async function readDraft(
  context: PageContext<"creators" | "alerts">,
): Promise<{ draft: Draft; target: NamedTarget | null; wrong: FieldError[] }> {
  const draft = draftIn(context.fields);
  if (draft.targetId !== "" && draft.whom.trim() !== "" && draft.whom === context.fields.text("was"))
    return { draft: { ...draft, meant: draft.targetId }, target: null, wrong: [] };
  const target = await subjectOf(draft, context);
  if (typeof target === "string") return { draft, target: null, wrong: [{ pointer: "/targetId", message: target }] };
  return { draft: { ...draft, meant: target?.id ?? null }, target, wrong: [] };
}
