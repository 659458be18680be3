import { castByUserId } from "../cast.ts";
import type { Dice } from "./dice.ts";
import { dayMs, hourMs, minuteMs, secondMs } from "./durations.ts";

/** A creator's current or last broadcast, and when its status changes next. */
export interface Airtime {
  on: boolean;
  startsAt: number;
  endsAt: number;
  changesAt: number;
}

interface Rhythm {
  anchorAt: number;
  periodMs: number;
  onMs: number;
  jitterMs: number;
}

/**
 * Returns a user's broadcast at a time. It is a function of the seed, the user, the time and, for the cast, the start
 * of the world.
 */
export function airtimeOf(dice: Dice, userId: string, worldStartedAt: number, at: number): Airtime {
  const rhythm = rhythmOf(dice, userId, worldStartedAt);
  const turn = Math.floor((at - rhythm.anchorAt) / rhythm.periodMs);
  const slot = slotOf(dice, userId, rhythm, turn);
  const last = at >= slot.startsAt ? slot : slotOf(dice, userId, rhythm, turn - 1);
  const next = at >= slot.startsAt ? slotOf(dice, userId, rhythm, turn + 1) : slot;
  const on = at < last.endsAt;
  return { on, ...last, changesAt: on ? last.endsAt : next.startsAt };
}

function rhythmOf(dice: Dice, userId: string, worldStartedAt: number): Rhythm {
  const predictions = castByUserId.get(userId)?.habits;
  if (predictions) {
    return {
      anchorAt: worldStartedAt + predictions.firstOnAfterSeconds * secondMs,
      periodMs: (predictions.onSeconds + predictions.offSeconds) * secondMs,
      onMs: predictions.onSeconds * secondMs,
      jitterMs: predictions.offSeconds * 0.1 * secondMs,
    };
  }
  return {
    anchorAt: dice.int(`rhythm/${userId}`, 0, dayMs - 1),
    periodMs: dayMs,
    onMs: dice.int(`stamina/${userId}`, hourMs, 4 * hourMs),
    jitterMs: 40 * minuteMs,
  };
}

function slotOf(dice: Dice, userId: string, rhythm: Rhythm, turn: number): { startsAt: number; endsAt: number } {
  const late = turn === 0 ? 0 : Math.floor(dice.roll(`late/${userId}/${turn}`) * rhythm.jitterMs);
  const stretch = turn === 0 ? 1 : 0.85 + 0.3 * dice.roll(`stretch/${userId}/${turn}`);
  const startsAt = rhythm.anchorAt + turn * rhythm.periodMs + late;
  return { startsAt, endsAt: startsAt + Math.floor(rhythm.onMs * stretch) };
}
