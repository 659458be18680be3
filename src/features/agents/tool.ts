import type * as z from "zod";
import type { Target } from "../creators/resource/form.ts";
import { isObject, scalarIn, textIn, type Json, type JsonObject } from "../../core/json.ts";
import { tidyLine, cut } from "../../core/text.ts";
import { bodyFrom, itemsFrom, Refusal, type Inside } from "../../http/inside.ts";

/** What tools need besides the API, for those who may see all lists (null) or some. */
export interface AgentDeps {
  /**
   * Creators whose name contains a text, or whose handle or id begins with it, at most `max`. Of one list, or of all
   * that may be seen.
   */
  named: (
    text: string,
    listIds: readonly string[] | null,
    max: number,
  ) => Promise<Pick<Target, "id" | "name" | "params">[]>;
  /** The number of creators whose state is unknown, of one list or of all (null). */
  unknown: (listId: string | null) => Promise<number>;
}

/** What a tool works with. `now` is wall clock, epoch ms. */
export interface Work extends Pick<AgentDeps, "unknown"> {
  api: Inside;
  now: number;
  /** The same of one list, or of all that may be seen. */
  named: (text: string, listId?: string) => ReturnType<AgentDeps["named"]>;
}

/** Creators that a search finds, at most. */
export const MAX_FOUND = 60;

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
export const outside = (value: Json | undefined, max = MAX_OUTSIDE): string | null =>
  typeof value === "string" ? `⟦${cut(tidyLine(value.replaceAll(/[⟦⟧]/g, "")), max)}⟧` : null;

const OWN = /^(?:[a-z]+_[0-9a-z]{20,}|\d{4}-\d\d-\d\dT[\d:.]+Z|-?\d+(?:\.\d+)?|[a-z]+)$/;

/** A value with its texts marked, but for ids, instants, numbers and our own words. */
export function marked(value: Json, max = MAX_OUTSIDE): Json {
  if (typeof value === "string") return OWN.test(value) ? value : outside(value, max);
  if (Array.isArray(value)) return value.map((one) => marked(one, max));
  if (!isObject(value)) return value;
  return Object.fromEntries(Object.entries(value).map(([key, one]) => [key, marked(one, max)]));
}

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
      .map(({ name }) => outside(name))
      .join(", ")}.`,
  );
}

/** Creators that a name, handle, user id or id means, at most 60: those called so, or else those with it in their name. */
export async function creatorsNamed(
  { api, named }: Pick<Work, "api" | "named">,
  text: string,
  listId?: string,
): Promise<{ id: string; name: string }[]> {
  const wanted = text.replace(/^@/, "").trim().toLowerCase();
  if (/^tgt_\w+$/.test(text)) {
    const { id, name } = await bodyFrom(api, "GET", `/v1/targets/${text}`);
    return [{ id: textIn(id), name: textIn(name) }];
  }
  const all = await named(text.trim(), listId);
  const ids = ({ params }: (typeof all)[number]) => Object.values(params).map((value) => scalarIn(value).toLowerCase());
  const exact = all.filter((one) => ids(one).includes(wanted));
  if (exact.length > 0) return exact;
  const same = all.filter(({ name }) => name.toLowerCase() === wanted);
  return same.length > 0 ? same : all;
}

/** The one creator that a text means. Throws a Refusal that names those who could be meant. */
export async function creatorNamed(work: Pick<Work, "api" | "named">, text: string): Promise<JsonObject> {
  const all = await creatorsNamed(work, text);
  const [one, ...others] = all;
  if (one === undefined) return refuse(`No creator is called ${text}. find_creators searches for them.`);
  if (others.length === 0) return bodyFrom(work.api, "GET", `/v1/targets/${one.id}`);
  const offered = all.slice(0, 10).map(({ id, name }) => `${outside(name)} (${id})`);
  const count = all.length >= MAX_FOUND ? `${MAX_FOUND} or more` : all.length;
  return refuse(`${count} creators match; say which by id: ${offered.join(", ")}.`);
}
