import type { ConfigChange } from "../shape.ts";
import { canonical, isObject, sameJson, type Json, type JsonObject } from "../../../core/json.ts";
import type { Operation } from "../../../core/operation.ts";
import type { FieldError } from "../../../core/refusal.ts";
import type { AnyStored } from "../../../resources/resource.ts";
import type { UpstreamTool } from "../../../resources/upstream-tool.ts";
import type { Step } from "../../../resources/step.ts";
import { targetKinds } from "../../../kinds/registry.ts";
import { readOperation, type OperationsConfig } from "../../../engine/upstream/operation-form.ts";
import type { ConfigDeps } from "./deps.ts";
import { placeOf, withHidden } from "./hidden-values.ts";
import { pointedAt } from "./read-document.ts";

/** An operation's name: a category, a dot and a verb. */
export const OPERATION_NAME = /^[a-z][a-z0-9_]{0,40}(\.[a-z0-9_]{1,40}){1,3}$/;

/** The most operations of a document. */
const MAX_OPERATIONS = 500;

type Definition = OperationsConfig[string];

const asJson = (definition: Definition): JsonObject | null => definition as JsonObject | null;

const same = (one: Definition, other: Definition): boolean => canonical(asJson(one)) === canonical(asJson(other));

/** The changes of the operations that are set through the API. */
export interface OperationsPlan {
  steps: Step[];
  changes: ConfigChange[];
  unchanged: number;
  /** All operations after the change, those of the environment and defaults included; null if none changes. */
  after: ReadonlyMap<string, Operation> | null;
  /** Names of deleted definitions. */
  removed: string[];
}

/**
 * Plans the changes that make the stored definitions those of the document; none if it omits them (null). Whatever
 * prevents them is added to `errors`.
 */
export async function planOperations(
  provided: Json[] | null,
  stored: OperationsConfig,
  deps: Pick<ConfigDeps, "open" | "contradiction" | "operationsWith">,
  errors: FieldError[],
): Promise<OperationsPlan> {
  const plan: OperationsPlan = { steps: [], changes: [], unchanged: 0, after: null, removed: [] };
  if (provided === null) return plan;
  const wanted = await readOperations(provided, stored, deps, errors);
  const say = (action: ConfigChange["action"], name: string, more: { fields?: string[] } = {}) =>
    plan.changes.push({ action, type: "operation", id: name, name, ...more });
  for (const [name, definition] of wanted) {
    const before = Object.hasOwn(stored, name) ? stored[name] : undefined;
    if (before !== undefined && same(before, definition)) {
      plan.unchanged += 1;
      continue;
    }
    if (before === undefined) say("create", name);
    else say("change", name, { fields: differingFields(before, definition) });
    plan.steps.push({ do: "define", operation: name, definition: asJson(definition) });
  }
  plan.removed = Object.keys(stored).filter((name) => !wanted.has(name));
  for (const name of plan.removed) {
    say("delete", name);
    plan.steps.push({ do: "undefine", operation: name, kinds: [], cascade: false });
  }
  plan.after = await deps.operationsWith(Object.fromEntries(wanted));
  return plan;
}

/** The top-level fields in which two definitions differ. */
function differingFields(before: Definition, after: Definition): string[] {
  const [was, is] = [asJson(before) ?? { path: null }, asJson(after) ?? { path: null }];
  return [...new Set([...Object.keys(was), ...Object.keys(is)])].filter(
    (field) => !sameJson(was[field] ?? null, is[field] ?? null),
  );
}

/** Reads the definitions by name. `path` null removes a default one. */
async function readOperations(
  provided: Json[],
  stored: OperationsConfig,
  { open, contradiction }: Pick<ConfigDeps, "open" | "contradiction">,
  errors: FieldError[],
): Promise<Map<string, Definition>> {
  const wanted = new Map<string, Definition>();
  if (provided.length > MAX_OPERATIONS)
    errors.push({ pointer: "/operations", message: `must be at most ${MAX_OPERATIONS}` });
  for (const [index, entry] of provided.slice(0, MAX_OPERATIONS).entries()) {
    const at = `/operations/${index}`;
    const fail = (pointer: string, message: string) => void errors.push({ pointer: at + pointer, message });
    if (!isObject(entry)) {
      fail("", "must be an object");
      continue;
    }
    const { name, ...said } = entry;
    if (typeof name !== "string" || !OPERATION_NAME.test(name)) {
      fail("/name", "must look like live.check: a category, a dot and a verb");
      continue;
    }
    if (wanted.has(name)) fail("/name", "is the name of another entry too");
    const before = Object.hasOwn(stored, name) ? stored[name]! : null;
    const definition = await definitionIn(name, said, before, open);
    if (Array.isArray(definition)) {
      errors.push(...pointedAt(at, { kind: "invalid", errors: definition }));
      continue;
    }
    const kept = Object.hasOwn(stored, name) && same(stored[name]!, definition);
    const contradicted = kept || definition === null ? null : contradiction(name, definition);
    if (contradicted !== null) fail("", contradicted);
    wanted.set(name, definition);
  }
  return wanted;
}

/** The definition that an entry means, or its errors. */
async function definitionIn(
  name: string,
  reported: JsonObject,
  before: Definition,
  open: ConfigDeps["open"],
): Promise<Definition | FieldError[]> {
  if (reported["path"] === null) {
    const more = Object.keys(reported).filter((field) => field !== "path");
    return more.length === 0 ? null : [{ pointer: `/${more[0]!}`, message: "needs a path" }];
  }
  let whole: Json = reported;
  if (reported["sealed"] !== undefined) {
    if (Object.keys(reported).length > 1)
      return [{ pointer: "/sealed", message: "can't be combined with other fields" }];
    whole = typeof reported["sealed"] === "string" ? await open(reported["sealed"], placeOf(name)) : null;
    if (whole === null)
      return [{ pointer: "/sealed", message: "can't be decrypted as the definition of this operation" }];
  } else {
    const errors: FieldError[] = [];
    whole = withHidden(reported, (before ?? {}) as JsonObject, errors);
    if (errors.length > 0) return errors;
  }
  const read = readOperation(whole);
  return read.ok ? read.value : read.error;
}

/** Looks up operations as they will be after the change. */
export const withOperations = (upstream: UpstreamTool, { after }: OperationsPlan): UpstreamTool =>
  after === null ? upstream : { ...upstream, operation: async (name) => after.get(name) ?? null };

/** Errors for targets that could no longer be polled, because the document leaves out the definition they use. */
export function orphanedBy({ removed, after }: OperationsPlan, targets: AnyStored[]): FieldError[] {
  const lost = new Set(removed.filter((name) => after?.has(name) === false));
  if (lost.size === 0) return [];
  const errors = new Map<string, FieldError>();
  for (const { kind, params, name } of targets) {
    const polled = targetKinds[String(kind)]?.polls?.operation(params);
    if (polled === undefined || !lost.has(polled) || errors.has(polled)) continue;
    const message = `leaves out ${polled}, which the target ${JSON.stringify(name)} uses`;
    errors.set(polled, { pointer: "/operations", message });
  }
  return [...errors.values()];
}
