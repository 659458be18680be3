import type { NamedTarget } from "../../../flows/browse/alerts.ts";
import { targetKinds } from "../../../targets/registry.ts";
import type { Visit } from "../page.ts";
import type { Draft } from "./draft.ts";

const MOST_LENGTH = 200;

/** The one target that is called so, or in words why there is none. */
async function targetCalled(text: string, { ports }: Visit): Promise<NamedTarget | string> {
  const bare = text.replace(/^[@#]/, "");
  const filter = { show: "all", search: text, watchlistId: null, sort: "name" } as const;
  const [{ items }, others] = await Promise.all([
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
  const found = [...(whole.length > 0 || others.length > 0 ? whole : items), ...others];
  if (found.length === 0) return "nothing with this name is watched";
  return found.length === 1 ? found[0]! : "several match: enter the full @handle or ID";
}

/** Whom a draft's field means: the one that it meant before, one that is looked for, nobody alone; or why that is not known. */
export async function whomOf(
  draft: Draft,
  visit: Visit,
): Promise<{ target: NamedTarget | null; id: string | null } | string> {
  const text = draft.whom.trim().slice(0, MOST_LENGTH);
  if (text === "") return { target: null, id: null };
  if (draft.targetId !== "" && draft.whom === visit.fields.text("was")) return { target: null, id: draft.targetId };
  const found = await targetCalled(text, visit);
  return typeof found === "string" ? found : { target: found, id: found.id };
}
