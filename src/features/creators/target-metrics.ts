import { isObject, type Json, type JsonObject } from "../../core/json.ts";
import type { Horizon } from "../../core/knowledge.ts";
import { displayedName } from "../../sections/distinguish.ts";
import { unknownSinceOf, type Provable } from "../../kinds/proof.ts";
import { targetKinds } from "../../kinds/registry.ts";
import { family, type Sample } from "../history/metric-text.ts";
import { isLive } from "../../kinds/status.ts";

/** A target with its stored state. */
export type MetricTarget = Provable & { id: string; name: string; createdAt: number; enabled: boolean };

export interface TargetMetricsDeps {
  /** The oldest targets, at most `max`. Reads a row for each. */
  targets(max: number): Promise<MetricTarget[]>;
  horizon(): Promise<Horizon>;
}

/** The targets that have metrics, and the rankings, hashtags or products of one. */
const MAX_TARGETS = 500;
const MAX_ENTRIES = 20;

const MAX_LABEL = 80;

const label = (text: Json | undefined): string => displayedName(text, MAX_LABEL) ?? "";

interface Family {
  name: string;
  help: string;
  /** The samples of a known target. */
  of: (snapshot: JsonObject, isLive: boolean, kind: string) => Sample[];
}

const rowsIn = (value: Json | undefined): JsonObject[] =>
  Array.isArray(value) ? value.filter(isObject).slice(0, MAX_ENTRIES) : [];

/** Samples of rows: the labels of each, and its value. Rows without a number are left out. */
const samples = (
  rows: JsonObject[],
  value: (row: JsonObject) => Json | undefined,
  labels: (row: JsonObject) => Record<string, string>,
): Sample[] =>
  rows.flatMap((row): Sample[] => {
    const found = value(row);
    const number = typeof found === "string" && found !== "" ? Number(found) : found;
    return typeof number === "number" && Number.isFinite(number) ? [[labels(row), number]] : [];
  });

/** By the snapshot that a kind shows. Entries have their id as a label, so that names never make two series alike. */
const FAMILIES: Family[] = [
  {
    name: "tallylight_target_live",
    help: "1 while a creator is live, else 0. Missing while that is unknown.",
    of: (_, isLive, kind) => (kind === "live" ? [[{}, Number(isLive)]] : []),
  },
  {
    name: "tallylight_target_viewers",
    help: "Viewers of a live stream, as last seen.",
    of: ({ viewers }, isLive) =>
      isLive
        ? samples(
            [{ viewers: viewers ?? null }],
            (row) => row["viewers"],
            () => ({}),
          )
        : [],
  },
  {
    name: "tallylight_target_place",
    help: "Place of a creator in a ranking. Missing if not listed.",
    of: ({ rankings }) =>
      samples(
        rowsIn(rankings),
        (row) => row["place"],
        (row) => ({ ranking: `${label(row["title"])} (${Number(row["groupType"])}/${Number(row["rankType"])})` }),
      ),
  },
  {
    name: "tallylight_target_views",
    help: "Views of a hashtag.",
    of: ({ results }) =>
      samples(
        rowsIn(results),
        (row) => row["viewCount"],
        (row) => ({ hashtag: label(row["name"]), id: label(row["cid"]) }),
      ),
  },
  {
    name: "tallylight_target_price",
    help: "Price of a product in its currency.",
    of: ({ products }) =>
      samples(
        rowsIn(products),
        (row) => row["price"],
        (row) => ({ product: label(row["title"]), id: label(row["productId"]), currency: label(row["currency"]) }),
      ),
  },
  {
    name: "tallylight_target_sold",
    help: "Sold units of a product.",
    of: ({ products }) =>
      samples(
        rowsIn(products),
        (row) => row["soldCount"],
        (row) => ({ product: label(row["title"]), id: label(row["productId"]) }),
      ),
  },
];

/** Renders what is known of each target now. Unknown values are missing, never zero. `all` counts the targets. */
export async function targetMetrics(all: number, deps: TargetMetricsDeps): Promise<string> {
  const [targets, horizon] = await Promise.all([deps.targets(MAX_TARGETS), deps.horizon()]);
  const found = targets.flatMap((one) => {
    const kind = targetKinds[one.kind];
    if (kind === undefined) return [];
    const isKnown = one.state !== null && one.enabled && unknownSinceOf(one, horizon) === null;
    const own = { target: one.id, kind: one.kind, name: label(one.name) };
    return [
      {
        own,
        kind: one.kind,
        isKnown,
        isLive: isKnown && isLive(kind, one.state),
        snapshot: isKnown ? kind.snapshot(one.state) : {},
      },
    ];
  });
  return [
    family(
      "tallylight_target_known",
      "gauge",
      "1 if the state of a target is known, else 0.",
      found.map(({ own, isKnown }): Sample => [own, Number(isKnown)]),
    ),
    ...FAMILIES.map(({ name, help, of }) =>
      family(
        name,
        "gauge",
        help,
        found.flatMap(({ own, kind, isKnown, isLive, snapshot }) =>
          isKnown ? of(snapshot, isLive, kind).map(([labels, value]): Sample => [{ ...own, ...labels }, value]) : [],
        ),
      ),
    ),
    family("tallylight_targets_without_metrics", "gauge", "Targets that are left out, as there are too many.", [
      [{}, Math.max(0, all - targets.length)],
    ]),
  ].join("");
}
