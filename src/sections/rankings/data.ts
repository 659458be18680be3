import type { Period } from "../period.ts";
import type { Seen, Watched } from "../watched.ts";

/** A place at an instant (epoch ms); null where the creator was off the ranking, or nothing is known. */
export type PlacePoint = [at: number, place: number | null];

/** What a creator's places in one ranking come to. */
export type Standing = {
  /** The creator and the ranking: unique. */
  id: string;
  name: string;
  title: string;
  /** The places that are compared; null where there are no two that can be. */
  climb: { before: number; after: number } | null;
  /** The best place held in the period. */
  best: number | null;
  /** How many periods of the ranking closed. */
  closed: number;
  /** The place at which the last of them closed; null where none did, or the creator was off the ranking then. */
  final: number | null;
  points: PlacePoint[];
  /** How much its place varies usually, in doublings; an older version did not say. */
  usual?: number;
  /** Of a ranking that closes often: shares of its closings with a place in the top ten, before the period and in it. */
  shares?: Shares | null;
};

/** Shares, 0 to 1, and of how many closings the one of the period is. */
export type Shares = { before: number; now: number; closings: number };

/** The league at the period's begin and at its end, where they differ. */
export type LeagueMove = { id: string; name: string; before: string; after: string; up: boolean };

/** One creator's rankings. */
export type RankingMeasure = Seen & {
  name: string;
  /** What tells it from others of its name. */
  told: string;
  standings: Standing[];
  league: LeagueMove | null;
  entered: number;
  left: number;
};

/** What a digest says about rankings. */
export type RankingsData = {
  period: Period;
  watched: Watched;
  /** Standings with a place, and the creators that they are of. */
  placed: number;
  ranked: number;
  /** Standings with two places that can be compared. */
  compared: number;
  climbs: number;
  falls: number;
  entered: number;
  left: number;
  /** Periods that closed, and standings whose last one closed with a place in the top ten. */
  closed: number;
  topTen: number;
  leagues: { up: number; down: number; moves: LeagueMove[] };
  /** Climbs and falls, the biggest first. */
  movers: (Standing & { climb: { before: number; after: number } })[];
  /** The changes that are farthest beyond what is usual; an older version did not say. */
  telling?: Standing[];
  /** The best places. */
  best: (Standing & { best: number })[];
};
