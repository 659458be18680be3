import { Log, type Broadcasts } from "./polling-log.ts";

/** Offs in a row that end a broadcast. */
const CONFIRM_OFF = 2;

/** The same histories with everybody polled in turn; an end is told by the second poll in a row that sees it off. */
export function polledInTurn(histories: Broadcasts[], perMinute: number, minutes: number): Log {
  const log = new Log(histories);
  const offs = histories.map(() => CONFIRM_OFF);
  let next = 0;
  for (let minute = 0; minute < minutes; minute++)
    for (let n = 0; n < perMinute; n++) {
      const target = next++ % histories.length;
      offs[target] = log.polled(target, minute) === 0 ? offs[target]! + 1 : 0;
      if (offs[target] === CONFIRM_OFF) log.told("live.ended", target, minute);
    }
  return log;
}
