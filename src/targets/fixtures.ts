import { hashtagFixtures } from "./hashtag/fixtures.ts";
import type { Fixture } from "./kind.ts";
import { liveFixtures } from "./live/fixtures.ts";
import { productsFixtures } from "./products/fixtures.ts";
import { rankingFixtures } from "./ranking/fixtures.ts";

/** Payloads of each kind as the service really sends them, by the kind's name: what tests hold it to, and no part of the Worker. */
export const fixtures: Record<string, Fixture[]> = {
  live: liveFixtures,
  ranking: rankingFixtures,
  hashtag: hashtagFixtures,
  products: productsFixtures,
};
