import type { Phrase } from "../../../core/notice.ts";
import { say, type Saying } from "../../../core/sentence.ts";

/**
 * Wording of ranking events. Rankings are formatted by `titled`, places by `placeText` ("" if unknown). `lastAt` and
 * `best` get plain numbers.
 */
export const en = {
  someone: "Someone",
  ranking: "a ranking",
  titled: (title: string) => title,
  entered: {
    one: (name, ranking, place) => say`${name} entered ${ranking}${place === "" ? "" : ` at ${place}`}`,
    many: (ranking) => `entered ${ranking}`,
    heading: (ranking) => `New in ${ranking}`,
  } as Saying<[ranking: string, place: string], [ranking: string]>,
  left: {
    one: (name, ranking) => say`${name} left ${ranking}`,
    many: (ranking) => `left ${ranking}`,
    heading: (ranking) => `No longer in ${ranking}`,
  } as Saying<[ranking: string], [ranking: string]>,
  moved: {
    one: (name, ranking) => say`${name} moved in ${ranking}`,
    many: (ranking) => `moved in ${ranking}`,
    heading: (ranking) => `Moved in ${ranking}`,
  } as Saying<[ranking: string], [ranking: string]>,
  up: {
    one: (name, ranking, move) => say`${name} moved ${move} in ${ranking}`,
    many: (ranking) => `moved up in ${ranking}`,
    heading: (ranking) => `Up in ${ranking}`,
  } as Saying<[ranking: string, move: string], [ranking: string]>,
  down: {
    one: (name, ranking, move) => say`${name} moved ${move} in ${ranking}`,
    many: (ranking) => `moved down in ${ranking}`,
    heading: (ranking) => `Down in ${ranking}`,
  } as Saying<[ranking: string, move: string], [ranking: string]>,
  leagueUp: {
    one: (name, how) => say`${name} moved up a league: ${how}`,
    many: () => "moved up a league",
    heading: () => "Up a league",
  } as Saying<[how: string]>,
  leagueDown: {
    one: (name, how) => say`${name} moved down a league: ${how}`,
    many: () => "moved down a league",
    heading: () => "Down a league",
  } as Saying<[how: string]>,
  finished: {
    one: (name, ranking, place) => say`${name} finished ${ranking} at ${place}`,
    many: (ranking) => `finished ${ranking}`,
    heading: (ranking) => `Finished ${ranking}`,
  } as Saying<[ranking: string, place: string], [ranking: string]>,
  wasOff: {
    one: (name, ranking) => say`${name} was not in ${ranking} when it ended`,
    many: (ranking) => `were not in ${ranking} when it ended`,
    heading: (ranking) => `Not in ${ranking} at the end`,
  } as Saying<[ranking: string], [ranking: string]>,
  closing: {
    one: (name, ranking, place) => say`${name} is ${place} in ${ranking}`,
    many: (ranking) => `are in the final minutes of ${ranking}`,
    heading: (ranking) => `Final minutes of ${ranking}`,
  } as Saying<[ranking: string, place: string], [ranking: string]>,
  lastAt: (place: string) => `Last at #${place}`,
  lastSeen: (place: string) => `Last seen at ${place}`,
  best: (place: string) => `Best place: #${place}`,
  timeLeft: (duration: string) => `${duration} left`,
  periodEnded: (when: Phrase) => say`Period ended ${when}`,
  nowFirst: "Now first",
  noLongerFirst: "No longer first",
  into: (max: number) => `Into the top ${max}`,
  outOf: (max: number) => `Out of the top ${max}`,
  toGo: "To go",
  diamondsTo: (diamonds: string, place: string) => `${diamonds} Diamonds to reach No. ${place}`,
  resets: "Resets",
  profile: "Profile",
};

export type RankingWords = typeof en;
