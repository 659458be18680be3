import { configured } from "../../../resources/registry.ts";
import { withoutDefaults } from "../../../resources/defaults.ts";
import type { AnyKept, Declared, Limits } from "../../../resources/resource.ts";
import { formOf } from "../../../resources/view.ts";
import type { ConfigDeps } from "./apply-config.ts";

/** The document of all that there is, with sealed secrets or without any; what is over is left out, and what is default. */
export async function exportConfig(sealed: boolean, deps: Pick<ConfigDeps, "configuration" | "now" | "limits">) {
  const now = await deps.now();
  const { records } = await deps.configuration();
  const lists = configured.map((of) => {
    const alive = records.get(of.name)!.filter((one) => of.document!.over?.(one, now) !== true);
    return [of.name, inOrder(of, alive).map((one) => shown(of, one, sealed, deps.limits))];
  });
  return { version: 1, ...Object.fromEntries(lists) };
}

const shown = (of: Declared, one: AnyKept, sealed: boolean, limits: Limits) => ({
  id: one.id,
  ...withoutDefaults(
    of.kinds?.names.includes(String(one["kind"])) === true ? of.kinds.form(String(one["kind"]), limits) : of.form(),
    of.document!.entry?.shown(one, sealed) ?? formOf(of, one),
  ),
});

function inOrder(of: Declared, records: AnyKept[]): AnyKept[] {
  const field = of.document!.order;
  return records.toSorted((a, b) => order(a[field], b[field]) || order(a.id, b.id));
}

const order = (a: unknown, b: unknown): number => ((a as string) < (b as string) ? -1 : a === b ? 0 : 1);
