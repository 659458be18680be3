import type { Period } from "../period.ts";
import type { TargetWatch, Watched } from "../watched.ts";

/** A place at an instant (epoch ms); null if the creator was off the ranking, or it is unknown. */
export type PlacePoint = [at: number, place: number | null];

/** A creator's places in one ranking. */
export type Standing = {
  /** Unique for creator and ranking. */
  id: string;
  name: string;
  title: string;
  /** The compared places; null if there are no two that can be compared. */
  climb: { before: number; after: number } | null;
  /** The best place in the period. */
  best: number | null;
  /** The number of the ranking's periods that closed. */
  closed: number;
  /** The place in the last of them; null if none closed, or the creator was off the ranking then. */
  final: number | null;
  points: PlacePoint[];
  /** The usual variation of its place, in doublings. */
  usual: number;
  /** For a ranking that closes often: the shares of closings in the top ten, before the period and in it. */
  shares?: Shares | null;
};

/** Shares, 0 to 1, and the number of closings in the period. */
export type Shares = { before: number; now: number; closings: number };

/** The league at the start and end of the period, if they differ. */
export type LeagueMove = { id: string; name: string; before: string; after: string; up: boolean };

/** The rankings of one creator. */
export type RankingMeasure = TargetWatch & {
  name: string;
  /** Distinguishes creators of the same name. */
  told: string;
  standings: Standing[];
  league: LeagueMove | null;
  entered: number;
  left: number;
};

/** The digest data of rankings. */
export type RankingsData = {
  period: Period;
  watched: Watched;
  /** Standings with a place, and the number of their creators. */
  placed: number;
  ranked: number;
  /** Standings with two comparable places. */
  compared: number;
  climbs: number;
  falls: number;
  entered: number;
  left: number;
  /** Closed periods, and standings whose last one closed in the top ten. */
  closed: number;
  topTen: number;
  leagues: { up: number; down: number; moves: LeagueMove[] };
  /** Climbs and falls, the biggest first. */
  movers: (Standing & { climb: { before: number; after: number } })[];
  /** The changes that exceed the usual variation most. */
  telling: Standing[];
  /** The best places. */
  best: (Standing & { best: number })[];
};
