import { grouped, priceText, shortNumber } from "../../../core/numbers-as-text.ts";
import { isObject, type Json, type JsonObject } from "../../../core/json.ts";
import type { Lines } from "../../../core/chart.ts";
import type { IconName } from "../icons.ts";
import { ROOMS, type Room } from "./rooms.ts";

/** A cell of what stands now: words, and where they lead outside. */
export interface Cell {
  text: string;
  /** True for a name from outside. */
  name?: true;
  number?: true;
  href?: string;
}

/** A group of series that stand in one picture: all whose names begin so. */
export interface Charted {
  begins: string;
  title: string;
  unit: Lines["unit"];
  /** A value in words. */
  text: (value: number) => string;
}

/** What pages say of a kind of targets beside creators: its words, its fields, and how its snapshot reads. */
export interface Declared extends Room {
  icon: IconName;
  /** What one is, in a sentence. */
  about: string;
  /** The fields that it is added with, and those of them that may be changed later. */
  fields: Record<string, string>;
  settings: Record<string, string>;
  columns: string[];
  rows: (snapshot: JsonObject) => Cell[][];
  charts: Charted[];
  /** What it is called at the service. */
  called: (params: JsonObject) => string;
}

const count = (value: Json | undefined): Cell => ({
  text: typeof value === "number" ? shortNumber("en", value) : "–",
  number: true,
});

const name = (value: Json | undefined): Cell => ({ text: typeof value === "string" ? value : "", name: true });

const said = (value: Json | undefined): string =>
  typeof value === "string" || typeof value === "number" ? `${value}` : "?";

const rowsIn = (value: Json | undefined): JsonObject[] => (Array.isArray(value) ? value.filter(isObject) : []);

const placeText = (value: number): string => `#${grouped("en", value)}`;
const countText = (value: number): string => shortNumber("en", value);

const roomOf = (kind: (typeof ROOMS)[number]["kind"]): Room => ROOMS.find((one) => one.kind === kind)!;

const rankings: Declared = {
  ...roomOf("ranking"),
  icon: "ranking",
  about: "A creator's places in live stream rankings.",
  fields: { "/name": "Name", "/params/userId": "Creator's user ID", "/params/roomId": "Room ID" },
  settings: { "/settings/minMove": "Also alert when this many places are gained or lost (0 = off)" },
  columns: ["Ranking", "Place", "Best", "Ends (UTC)"],
  rows: ({ rankings, league }) => [
    ...rowsIn(rankings).map(({ title, place, bestPlace, onRank, resetAt }): Cell[] => [
      name(title),
      {
        text: typeof place === "number" ? placeText(place) : onRank === false ? "not listed" : "unknown",
        number: true,
      },
      { text: typeof bestPlace === "number" ? placeText(bestPlace) : "–", number: true },
      { text: typeof resetAt === "string" ? resetAt.slice(0, 16).replace("T", " ") : "–", number: true },
    ]),
    ...(typeof league === "string" ? [[name("League"), { text: league }, { text: "" }, { text: "" }]] : []),
  ],
  charts: [{ begins: "place:", title: "Places", unit: "place", text: placeText }],
  called: ({ userId, roomId }) => `user ${said(userId)}, room ${said(roomId)}`,
};

const hashtags: Declared = {
  ...roomOf("hashtag"),
  icon: "hashtag",
  about: "Results of a hashtag search: new, gone and growing.",
  fields: {
    "/name": "Name",
    "/params/keyword": "Search for",
    "/params/region": "Country",
    "/params/count": "Results",
  },
  settings: {
    "/settings/surgePercent": "Alert at this growth, %",
    "/settings/surgeWindowSeconds": "Within this time, seconds",
  },
  columns: ["Hashtag", "Views", "Uses", "Position"],
  rows: ({ results }) =>
    rowsIn(results).map(({ name: tag, viewCount, useCount, position }) => [
      name(tag),
      count(viewCount),
      count(useCount),
      { text: typeof position === "number" ? placeText(position) : "–", number: true },
    ]),
  charts: [
    { begins: "views:", title: "Views", unit: "count", text: countText },
    { begins: "uses:", title: "Uses", unit: "count", text: countText },
  ],
  called: ({ keyword, region }) => `“${said(keyword)}” in ${said(region)}`,
};

const shops: Declared = {
  ...roomOf("products"),
  icon: "shop",
  about: "Products of a shop category: new, gone, prices and sales.",
  fields: { "/name": "Name", "/params/categoryId": "Category ID" },
  settings: {
    "/settings/priceChangePercent": "Alert at this price change, %",
    "/settings/soldSurgePercent": "Alert at this sales growth since the last alert, %",
  },
  columns: ["Product", "Price", "Sold", "Shop"],
  rows: ({ products }) =>
    rowsIn(products).map(({ title, price, currency, soldCount, shop, url }) => [
      { ...name(title), ...(typeof url === "string" ? { href: url } : {}) },
      {
        text: typeof price === "string" ? priceText("en", price, typeof currency === "string" ? currency : null) : "–",
        number: true,
      },
      count(soldCount),
      name(shop),
    ]),
  charts: [
    { begins: "sold:", title: "Sold", unit: "count", text: countText },
    { begins: "price:", title: "Prices", unit: "count", text: (value) => value.toLocaleString("en") },
  ],
  called: ({ categoryId }) => `category ${said(categoryId)}`,
};

/** Every kind of targets that has pages of this sort; what grows fastest stands first. */
export const DECLARED: Declared[] = [hashtags, shops, rankings];
