import { reasonOf } from "../../core/breaker-reason.ts";
import { isRefusing, TOGETHER_MS, type Breakers, type CircuitBreaker } from "../../core/circuit-breaker.ts";
import type { Fault } from "../../core/fault.ts";
import type { Result } from "../../core/result.ts";
import { LIVE_CHECK } from "../../core/operation.ts";
import { operationOf } from "../../kinds/operations.ts";
import { targetKinds } from "../../kinds/registry.ts";
import { resolvingOf } from "../../kinds/resolving.ts";
import type { Batch, WatchedTarget } from "./batch.ts";
import type { Read } from "./calls.ts";
import { askingOf } from "./judge.ts";
import type { OperationAnswers } from "./operations-within.ts";

interface AccountDeps {
  load(batch: Batch): Promise<{ targets: WatchedTarget[] }>;
  /** Takes calls from the budget. The error is the number of seconds after which it may have enough. */
  spend(calls: number): Promise<Result<null, number>>;
  read: Read;
}

interface Refusals {
  answers: OperationAnswers;
  gate: CircuitBreaker | null;
  breakers: Breakers;
  /** Granted calls that were not made. */
  unspent: number;
}

/**
 * Finds out whether the refusals of a batch concern the account and not just their operations. Where its own answers do
 * not tell, another operation is called once, if a call is left: best the one that most depends on. That answer is added
 * to the others. `made` counts it where it was one of the granted calls.
 */
export async function accountRefusal(
  batch: Batch,
  { answers, gate, breakers, unspent }: Refusals,
  deps: AccountDeps,
): Promise<{ fault: Fault | null; made: number }> {
  const { refused, goodNeeded, account } = answers;
  const [first] = refused.values();
  const concluded = (fault: Fault | null) => ({ fault, made: 0 });
  if (first === undefined || account !== null) return concluded(account);
  if (goodNeeded.size > 0) return concluded(null);
  if (gate !== null && isRefusing(gate)) return concluded(first);
  const alike = alikeOf(refused, breakers, batch.tick);
  const witnessed = isStanding(breakers[LIVE_CHECK]) ? breakers[LIVE_CHECK] : refused.get(LIVE_CHECK);
  if (alike !== null && witnessed?.status === alike.status) return concluded(alike);
  if ([...refused.keys()].every((operation) => isStanding(breakers[operation]))) return concluded(null);
  const witness = await witnessOf(batch, refused, breakers, deps);
  if (witness === null) return concluded(alike);
  const made = unspent < 1 ? 0 : 1;
  if (made === 0 && !(await deps.spend(1)).ok) return concluded(null);
  const arrived = await deps.read(witness.call);
  if (arrived.ok) {
    answers.good.add(witness.call.operation);
    goodNeeded.add(witness.call.operation);
    return { fault: null, made };
  }
  if (reasonOf(arrived.error) === undefined) return { fault: null, made };
  const same = [...refused.values()].some(({ status }) => status === arrived.error.status);
  refused.set(witness.call.operation, arrived.error);
  return { fault: same ? arrived.error : null, made };
}

const isStanding = (breaker: CircuitBreaker | undefined): breaker is CircuitBreaker =>
  breaker !== undefined && breaker.silent !== true && isRefusing(breaker);

/**
 * A refusal that another operation got alike: in this batch, within the last minute, or, if it is the one that most
 * depends on, ever since. Null for none.
 */
function alikeOf(refused: ReadonlyMap<string, Fault>, breakers: Breakers, at: number): Fault | null {
  for (const [operation, fault] of refused) {
    const here = [...refused].some(([other, { status }]) => other !== operation && status === fault.status);
    const before = Object.entries(breakers).some(
      ([other, one]) =>
        other !== operation &&
        isStanding(one) &&
        one.status === fault.status &&
        (other === LIVE_CHECK || at - (one.refusedAt ?? 0) <= TOGETHER_MS),
    );
    if (here || before) return fault;
  }
  return null;
}

/** The first call of a target of another operation, as far as is known not refused; null for none. */
async function witnessOf(
  batch: Batch,
  refused: ReadonlyMap<string, Fault>,
  breakers: Breakers,
  deps: Pick<AccountDeps, "load">,
) {
  const ids = batch.witnesses ?? [];
  if (ids.length === 0) return null;
  const { targets } = await deps.load({ ...batch, targets: ids.map((id) => [id, 0, 1]) });
  for (const id of ids) {
    const target = targets.find((one) => one.id === id);
    if (target === undefined || resolvingOf(target) !== null) continue;
    const operation = operationOf(target);
    if (operation === undefined || refused.has(operation) || breakers[operation] !== undefined) continue;
    const { value, done } = targetKinds[target.kind]!.read(askingOf(target, target.lastOkAt ?? 0, batch.tick)).next();
    if (done !== true) return { call: value };
  }
  return null;
}
