import { canonical, type Json } from "../../core/json.ts";
import type { Refusal } from "../../core/refusal.ts";
import { ok, type Result } from "../../core/result.ts";
import type { OperatorNews } from "../../core/upstream-watch.ts";
import type { AnyStored, Declared, Tools } from "../../resources/resource.ts";

/** A record as it is to be kept. */
export interface SettledRecord {
  one: AnyStored;
  /** The fields that are written of one that changes. */
  fields: string[];
  /** Secrets that were made just now, by name. */
  made: Record<string, string>;
  news: OperatorNews[];
}

/** What is to be settled; `before` null for a record that is made at `createdAt`. */
interface Wish {
  id: string;
  form: Record<string, unknown>;
  before: AnyStored | null;
  given: Json;
  createdAt: number;
}

/** What a form makes of a record: what it says, and what is the resource's own. */
export async function settle(
  of: Declared,
  { id, form, before, given, createdAt }: Wish,
  tools: Tools,
  own: Declared["settle"] = of.settle,
): Promise<Result<SettledRecord, Refusal>> {
  const settled = await own?.({ id, form, before, given }, tools);
  if (settled?.ok === false) return settled;
  const { own: beyond = {}, made: created = {}, news = [] } = settled?.value ?? {};
  const { shape } = of.form();
  const said = Object.fromEntries(Object.entries(form).filter(([field]) => field in shape));
  const base = before ?? { id, createdAt, revision: -1 };
  const one = { ...base, ...said, ...beyond, updatedAt: tools.now, revision: base.revision + 1 };
  return ok({ one, fields: Object.keys({ ...said, ...beyond }), made: created, news });
}

/** The fields that a form would change and that stay as they are: the kind, and what the built-in one keeps. */
export function fixedFields(of: Declared, before: AnyStored, form: Record<string, unknown>): string[] {
  const fixed = [
    ...(of.kinds === undefined ? [] : ["kind"]),
    ...(before.id === of.builtIn?.id ? of.builtIn.keeps : []),
  ];
  return fixed.filter((field) => canonical(form[field] as Json) !== canonical(before[field] as Json));
}
