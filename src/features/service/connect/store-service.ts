import type { FieldError, Refusal } from "../../../core/refusal.ts";
import { err, ok, type Result } from "../../../core/result.ts";
import { readOperation, type OperationsConfig } from "../../../engine/upstream/operation-form.ts";
import { readAccount, type Credentials, type ServiceDeps } from "../../../engine/upstream/definition.ts";

export interface StoreServiceDeps extends Pick<ServiceDeps, "addresses" | "seal"> {
  /**
   * Stores both in one step: the encrypted account (null for none, undefined for no change), and the configuration of
   * operations by name (undefined removes it), and the calls per minute that it allows (null for the default, undefined for no change).
   */
  keepService(
    sealed: string | null | undefined,
    reported: Record<string, OperationsConfig[string] | undefined>,
    pollsPerMinute?: number | null,
  ): Promise<void>;
}

/** Stores how a service is called and read, as it was tried, and the calls that it allows; all of it or nothing. */
export async function storeService(
  account: Credentials | null,
  operations: Record<string, unknown>,
  pollsPerMinute: number | undefined,
  deps: StoreServiceDeps,
): Promise<Result<null, Refusal>> {
  const read = account === null ? null : readAccount(account, deps.addresses);
  if (read?.ok === false) return read;
  const reported: OperationsConfig = {};
  const errors: FieldError[] = [];
  for (const [name, one] of Object.entries(operations)) {
    const form = one === null ? ok(null) : readOperation(one);
    if (form.ok) reported[name] = form.value;
    else errors.push(...form.error);
  }
  if (errors.length > 0) return err({ kind: "invalid", errors });
  await deps.keepService(read === null ? undefined : await deps.seal(read.value), reported, pollsPerMinute);
  return ok(null);
}
