import {
  afterGoodAnswer,
  breakerOpenedBy,
  isRefusing,
  type BreakerChange,
  type BreakerChanges,
  type Breakers,
  type CircuitBreaker,
} from "../../core/circuit-breaker.ts";
import { breakerNews } from "../../core/breaker-news.ts";
import { goodForMs, reportedAlso, type OperatorNews, type Watch } from "../../core/drift-detector.ts";
import type { Fault } from "../../core/fault.ts";
import type { OperationAnswers } from "./operations-within.ts";

/** The breakers before a batch, and when problems were reported. */
export interface BreakersRead {
  gate: CircuitBreaker | null;
  breakers: Breakers;
  reported: Watch["reported"];
}

export interface BreakersFound {
  gate: BreakerChange | null;
  breakers: BreakerChanges;
  reported: Watch["reported"];
  news: OperatorNews[];
}

/**
 * The breakers after what operations answered at `at` (tick time), with the news. `account` is the refusal that
 * concerns all of them; it stands for those of its operations. Pure.
 */
export function breakersAfter(
  at: number,
  read: BreakersRead,
  { refused, refusedOptional, good, goodNeeded }: OperationAnswers,
  account: Fault | null,
): BreakersFound {
  const found: BreakersFound = { gate: null, breakers: {}, reported: read.reported, news: [] };
  const { gate } = read;
  if (account !== null) {
    const opened = breakerOpenedBy(account, gate, at);
    found.gate = { read: gate, write: opened };
    if (opened !== null && opened.since !== gate?.since) found.news.push(breakerNews(opened, null));
  } else if (gate !== null && !gate.recovered && goodNeeded.size > 0) {
    const { breaker, news } = afterGoodAnswer(gate, null, 0, at);
    found.gate = { read: gate, write: breaker };
    found.news.push(...news);
  }
  if (account === null) for (const [operation, fault] of refused) refusal(operation, fault, read, found, at);
  for (const [operation, fault] of refusedOptional)
    if (!refused.has(operation)) silentRefusal(operation, fault, read, found, at);
  for (const operation of good) {
    const known = read.breakers[operation];
    if (known === undefined || refused.has(operation) || refusedOptional.has(operation)) continue;
    const mustStay = goodForMs(read.reported?.[reportedAs(operation, known)], at);
    const { breaker, news } = afterGoodAnswer(known, operation, mustStay, at);
    if (breaker === null || known.goodSince === undefined) found.breakers[operation] = { read: known, write: breaker };
    found.news.push(...news);
  }
  return found;
}

const reportedAs = (operation: string, { reason }: CircuitBreaker): string => `${reason} ${operation}`;

function refusal(operation: string, fault: Fault, read: BreakersRead, found: BreakersFound, at: number): void {
  const known = read.breakers[operation] ?? null;
  // What nobody was told of begins now.
  const opened = breakerOpenedBy(fault, known?.silent ? null : known, at);
  if (opened === null) return;
  found.breakers[operation] = { read: known, write: opened };
  if (!known?.silent && opened.since === known?.since) return;
  found.news.push(breakerNews(opened, operation));
  const name = reportedAs(operation, opened);
  found.reported = { ...found.reported, [name]: reportedAlso(found.reported?.[name], at) };
}

/** The refusal of an optional call pauses its operation, and is reported nowhere. */
function silentRefusal(operation: string, fault: Fault, read: BreakersRead, found: BreakersFound, at: number): void {
  const known = read.breakers[operation] ?? null;
  const opened = breakerOpenedBy(fault, known, at);
  if (opened === null) return;
  const reported = known !== null && !known.silent && isRefusing(known);
  const write: CircuitBreaker = reported
    ? { ...known, until: Math.max(known.until, opened.until) }
    : { ...opened, silent: true };
  found.breakers[operation] = { read: known, write };
}
