import type { DoubtNews } from "../../core/absence.ts";
import type { Event } from "../../core/event.ts";
import { recovered, type OperatorNews } from "../../core/drift-detector.ts";
import { iso } from "../../core/instant.ts";
import { operationOf } from "../../kinds/operations.ts";
import { operatorEvent } from "../route/announce.ts";
import type { WatchedTarget } from "./batch.ts";

/**
 * The event that an answer lacks most rows of a target, or that this is over. Targets of one operation that are doubted
 * since the same tick share it.
 */
export function doubtEvents(target: WatchedTarget, doubt: DoubtNews | undefined, at: number): Event[] {
  const operation = operationOf(target);
  if (doubt === undefined || operation === undefined) return [];
  const { since, over } = doubt;
  const key = `${operation}/${since}`;
  const news = over ? recovered("upstream.suspect", key, 200, since, operation) : suspicion(operation, key, since);
  return [operatorEvent(news, at)];
}

const suspicion = (operation: string, key: string, since: number): OperatorNews => ({
  type: "upstream.suspect",
  key,
  data: {
    status: 200,
    detail: `an answer of ${operation} lacks most of what was there; nothing is gone until more answers agree`,
    since: iso(since),
    operation,
  },
});
