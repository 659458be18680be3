import { chunksOf } from "../../core/concurrency.ts";
import type { Fault } from "../../core/fault.ts";
import { err, type Result } from "../../core/result.ts";
import type { Answer } from "../../kinds/kind.ts";
import { NOT_REQUESTED } from "./calls.ts";
import type { Open } from "./groups.ts";

/** Statuses with which a service refuses what a call asks for, and not who asks. */
const DISLIKED: ReadonlySet<number | null> = new Set([400, 404, 413, 414, 422]);

/** Whether a service may answer the same call for fewer targets. */
export const isDisliked = (answer: Result<unknown, Fault>): boolean => !answer.ok && DISLIKED.has(answer.error.status);

/** A group whose call was refused. */
export interface RefusedGroup {
  members: Open[];
  fault: Fault;
}

/** What a batch learned about calls that ask for many targets. */
export interface Learned {
  /** The sizes that were taken while larger ones were refused, by operation. */
  sizes: Map<string, number>;
  /** Targets that were refused by themselves while others were not. */
  disliked: Set<string>;
}

interface Halving {
  /** Asks for some targets in one call. The error is NOT_REQUESTED if no call is left. */
  ask(members: Open[]): Promise<Result<Answer, Fault>>;
  /** Hands an answer to the readings of these targets. */
  hand(members: Open[], answer: Result<Answer, Fault>): Promise<void>;
  /** Reports whether the operation gave a good answer in this batch. */
  works(operation: string): boolean;
}

/**
 * Finds out what a service dislikes about groups: asks for halves, down to single targets. A refused call says nothing
 * about its targets until they were asked for in a smaller one. If nothing has worked so far, some are asked for by
 * themselves first: if each of them is refused, so is the operation, and all have that fault.
 */
export async function halveRefused(groups: RefusedGroup[], sizes: Learned["sizes"], how: Halving): Promise<Learned> {
  const learned: Learned = { sizes, disliked: new Set() };
  const singles = new Map<string, Set<string>>();
  const hopeless = new Set<string>();
  for (const { members, fault } of groups) {
    const { operation } = members[0]!.call;
    const refused = singles.get(operation) ?? new Set<string>();
    singles.set(operation, refused);
    const found = { operation, refused, sizes };
    const untried = !how.works(operation) && !hopeless.has(operation);
    const rest = untried ? await sampled(members, found, how) : members;
    if (how.works(operation)) await halved(rest, found, how);
    else if (rest.length > 0) {
      hopeless.add(operation);
      await how.hand(rest, err(fault));
    }
  }
  for (const [operation, refused] of singles)
    if (how.works(operation)) for (const id of refused) learned.disliked.add(id);
  return learned;
}

/**
 * Asks for some targets by themselves until one is answered. Returns those that were not asked for. If calls run out
 * before it is known whether anybody is answered, smaller groups go on in the next tick.
 */
async function sampled(members: Open[], { operation, refused, sizes }: Halved, how: Halving): Promise<Open[]> {
  const asked = new Set<Open>();
  const rest = () => members.filter((one) => !asked.has(one));
  for (const at of new Set([0, Math.floor(members.length / 2), members.length - 1])) {
    const one = members[at]!;
    const answer = await how.ask([one]);
    if (!answer.ok && answer.error === NOT_REQUESTED) {
      sizes.set(operation, Math.min(sizes.get(operation) ?? Infinity, Math.ceil(members.length / 2)));
      await how.hand(rest(), answer);
      return [];
    }
    asked.add(one);
    if (isDisliked(answer)) refused.add(one.one.target.id);
    await how.hand([one], answer);
    if (answer.ok) break;
  }
  return rest();
}

interface Halved {
  operation: string;
  /** Targets that were refused by themselves. */
  refused: Set<string>;
  sizes: Learned["sizes"];
}

/**
 * Asks for the parts of a refused group. If all of them are answered, its size was refused; if calls run out, smaller
 * groups go on in the next tick. Returns true if a target by itself explains the refusal, or another fault hides it.
 */
async function halved(members: Open[], found: Halved, how: Halving): Promise<boolean> {
  const { operation, refused, sizes } = found;
  const size = Math.max(1, Math.min(sizes.get(operation) ?? Infinity, Math.ceil(members.length / 2)));
  let explained = false;
  for (const part of chunksOf(members, size)) {
    const answer = await how.ask(part);
    if (!isDisliked(answer)) {
      if (!answer.ok && answer.error !== NOT_REQUESTED) explained = true;
      await how.hand(part, answer);
    } else if (part.length > 1) explained = (await halved(part, found, how)) || explained;
    else {
      explained = true;
      refused.add(part[0]!.one.target.id);
      await how.hand(part, answer);
    }
  }
  if (!explained && members.length > 1) sizes.set(operation, Math.min(size, sizes.get(operation) ?? Infinity));
  return explained;
}
