import { ok, type Result } from "../../core/result.ts";
import { inUse, missing, type Refusal, type User } from "./refusal.ts";

export interface RemoveTargetDeps {
  /** The subscriptions that name it, a hundred at the most. */
  usersOf(id: string): Promise<User[]>;
  /** Takes its subscriptions along where `cascade`; false where something still uses it. */
  remove(id: string, cascade: boolean): Promise<boolean>;
}

/** Deletes a target and takes it off the timetable; its events stay. */
export async function removeTarget(
  id: string,
  cascade: boolean,
  deps: RemoveTargetDeps,
): Promise<Result<null, Refusal>> {
  if (await deps.remove(id, cascade)) return ok(null);
  const users = await deps.usersOf(id);
  return users.length === 0 ? missing("target") : inUse(users);
}
