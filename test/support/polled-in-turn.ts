import { Log, type Broadcasts } from "./polling-log.ts";

/** Consecutive offline polls that end a stream. */
const CONFIRM_OFF = 2;

/**
 * The same histories with everyone polled in turn. An end is reported by the second consecutive offline poll. A poll that
 * fails is not repeated.
 */
export function polledInTurn(
  histories: Broadcasts[],
  perMinute: number,
  minutes: number,
  fails: (minute: number) => boolean = () => false,
): Log {
  const log = new Log(histories);
  const offs = histories.map(() => CONFIRM_OFF);
  let [next, budget] = [0, 0];
  for (let minute = 0; minute < minutes; minute++)
    for (budget += perMinute; budget >= 1; budget -= 1) {
      const target = next++ % histories.length;
      if (fails(minute)) {
        log.called(minute);
        continue;
      }
      offs[target] = log.polled(target, minute) === 0 ? offs[target]! + 1 : 0;
      if (offs[target] === CONFIRM_OFF) log.told("live.ended", target, minute);
    }
  return log;
}
