const TITLES: Record<number, string> = {
  0: "Hourly Ranking",
  1: "Weekly Ranking",
  5: "Rookie Star Ranking",
  6: "Shop Weekly Ranking",
  7: "Shop Daily Ranking",
  8: "Daily Ranking",
  10: "Game Ranking",
  11: "Daily Game Ranking",
  12: "Hall of Fame",
  13: "League",
  14: "Daily Rookie Ranking",
  15: "Team Ranking",
  16: "Class Ranking",
};

/** The default name of a ranking. */
export const titleOf = (rankType: number): string => TITLES[rankType] ?? `Ranking ${rankType}`;

const LETTERS = ["D", "C", "B", "A"];

/** A league by its class type: 100 is "D5", 2000 "A1", 2100 "S". Others are named by number. */
export function leagueOf(classType: number): string {
  const step = classType / 100;
  if (step === 21) return "S";
  if (!Number.isInteger(step) || step < 1 || step > 21) return `class ${classType}`;
  return `${LETTERS[Math.floor((step - 1) / 5)]}${5 - ((step - 1) % 5)}`;
}
