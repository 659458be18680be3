import { inUse, type Refusal, type User } from "../../core/refusal.ts";
import { err, type Result } from "../../core/result.ts";
import type { Refused, Step } from "../../resources/step.ts";
import { targetKinds } from "../../kinds/registry.ts";

export interface RemoveOperationDeps {
  /** Whether the operation can be called without its definition from the API: by the environment's or the default. */
  definedElsewhere(operation: string): Promise<boolean>;
  /** The targets of these kinds that name the operation. */
  usersOfOperation(operation: string, kinds: string[]): Promise<User[]>;
  write(steps: Step[]): Promise<Result<null, Refused>>;
}

/** The kinds whose targets name their operation. */
const pollingKinds = (): string[] =>
  Object.values(targetKinds).flatMap(({ kind, polls }) => (polls === undefined ? [] : [kind]));

/**
 * Deletes the API's definition of an operation; with `cascade` also the targets that use it. If another definition
 * remains, targets go on with that one, so none is in the way.
 */
export async function removeOperation(
  operation: string,
  cascade: boolean,
  deps: RemoveOperationDeps,
): Promise<Result<null, Refusal>> {
  const kinds = (await deps.definedElsewhere(operation)) ? [] : pollingKinds();
  const written = await deps.write([{ do: "undefine", operation, kinds, cascade }]);
  if (written.ok) return written;
  const { error } = written;
  if (error.kind === "used") return inUse(await deps.usersOfOperation(operation, kinds));
  if (error.kind === "repeated") return err({ kind: "repeated" });
  return err({ kind: "missing", detail: "This operation has no definition of its own." });
}
