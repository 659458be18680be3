import type * as z from "zod";
import { isObject, scalarIn, textIn, type Json, type JsonObject } from "../../core/json.ts";
import { tidyLine, cut } from "../../core/text.ts";
import { bodyFrom, itemsFrom, Refusal, type Inside } from "../../http/inside.ts";

/** What a tool works with. `now` is wall clock, epoch ms. */
interface Work {
  api: Inside;
  now: number;
}

/** A task that agents can ask for. It uses operations of the API alone. */
export interface Tool {
  name: string;
  title: string;
  description: string;
  /** True if it changes something. */
  changes: boolean;
  form: () => z.ZodObject;
  run(provided: JsonObject, work: Work): Promise<JsonObject>;
}

/** Refuses with a sentence. */
export const refuse = (detail: string): never => {
  throw new Refusal({ detail });
};

const MAX_OUTSIDE = 200;

/** A text from outside, marked as data. It can't contain the marks. */
export const outside = (value: Json | undefined): string | null =>
  typeof value === "string" ? `⟦${cut(tidyLine(value.replaceAll(/[⟦⟧]/g, "")), MAX_OUTSIDE)}⟧` : null;

const PAGE = 20;

/** A page of rows, with how many follow. */
export const paged = (rows: JsonObject[], page: number): JsonObject => ({
  rows: rows.slice((page - 1) * PAGE, page * PAGE),
  page,
  more: Math.max(0, rows.length - page * PAGE),
});

/** A query string of the values that are not missing. */
export const queryOf = (values: Record<string, Json | undefined>): string =>
  new URLSearchParams(
    Object.entries(values).flatMap(([name, value]): [string, string][] =>
      typeof value === "string" || typeof value === "number" ? [[name, String(value)]] : [],
    ),
  ).toString();

/** The id of the list that a text names or is; undefined without one. Throws a Refusal if there is none. */
export async function listId(api: Inside, text: Json | undefined): Promise<string | undefined> {
  if (typeof text !== "string" || text === "") return undefined;
  const lists = await itemsFrom(api, "/v1/watchlists", 1000);
  const found = lists.find(({ id, name }) => id === text || textIn(name).toLowerCase() === text.toLowerCase());
  if (found !== undefined) return textIn(found["id"]);
  return refuse(
    `No list is called ${text}. Lists: ${lists
      .slice(0, 20)
      .map(({ name }) => textIn(name))
      .join(", ")}.`,
  );
}

/** Targets that a creator's name, handle, user id or id means. */
export async function creatorsNamed(api: Inside, text: string, kind = "live"): Promise<JsonObject[]> {
  const wanted = text.replace(/^@/, "").trim().toLowerCase();
  if (/^tgt_\w+$/.test(text)) return [await bodyFrom(api, "GET", `/v1/targets/${text}`)];
  const all = await itemsFrom(api, `/v1/targets?kind=${kind}`, 5000);
  const ids = ({ params }: JsonObject) =>
    isObject(params) ? Object.values(params).map((value) => scalarIn(value).toLowerCase()) : [];
  const exact = all.filter((one) => ids(one).includes(wanted));
  if (exact.length > 0) return exact;
  const same = all.filter(({ name }) => textIn(name).toLowerCase() === wanted);
  return same.length > 0 ? same : all.filter(({ name }) => textIn(name).toLowerCase().includes(wanted));
}

/** The one creator that a text means. Throws a Refusal that names those who could be meant. */
export async function creatorNamed(api: Inside, text: string): Promise<JsonObject> {
  const all = await creatorsNamed(api, text);
  const [one, ...others] = all;
  if (one === undefined) return refuse(`No creator is called ${text}. find_creators searches for them.`);
  if (others.length === 0) return one;
  const offered = all.slice(0, 10).map(({ id, name }) => `${outside(name)} (${textIn(id)})`);
  return refuse(`${all.length} creators match; say which by id: ${offered.join(", ")}.`);
}
