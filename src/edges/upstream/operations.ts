import * as z from "zod";
import type { Operation } from "../../core/operation.ts";
import { DEFAULT_READING } from "../../targets/live/wire.ts";

const pointer = z.string().regex(/^(\/.*)?$/s, "must be a JSON Pointer: empty or starting with '/'");
const scalars = z.array(z.json());

const configured = z.strictObject({
  method: z.enum(["GET", "POST"]).default("GET"),
  path: z.string().regex(/^\/\S*$/, "must start with '/'"),
  query: z.record(z.string(), z.string()).default({}),
  body: z.record(z.string(), z.json()).default({}),
  rows: pointer.optional(),
  rowKey: z.string().optional(),
  verdict: pointer.optional(),
  room: pointer.optional(),
  on: scalars.default(DEFAULT_READING.on),
  paused: scalars.default(DEFAULT_READING.paused),
  off: scalars.default(DEFAULT_READING.off),
  empty: z.enum(["unknown", "off"]).default("unknown"),
});

/** The value of UPSTREAM_OPERATIONS: operations by name; null removes one. */
export const operationsConfig = z.record(z.string(), z.nullable(configured));

export type OperationsConfig = z.infer<typeof operationsConfig>;

const none = { query: {}, body: {}, reading: null };

/** What is known without configuration: the operations that the interface shows, and the live check of the simulator. */
export const known: Record<string, { source: "spec" | "default"; operation: Operation }> = {
  "live.check": {
    source: "default",
    operation: {
      ...none,
      name: "live.check",
      method: "GET",
      path: "/api/v1//live/check",
      query: { user_id: "{userId}", room_id: "{roomId}" },
      reading: DEFAULT_READING,
    },
  },
  "live.ranking_list": {
    source: "spec",
    operation: {
      ...none,
      name: "live.ranking_list",
      method: "GET",
      path: "/api/v1//live/ranking/list",
      query: { room_id: "{roomId}", user_id: "{userId}" },
    },
  },
  "search.hashtag": {
    source: "spec",
    operation: {
      ...none,
      name: "search.hashtag",
      method: "GET",
      path: "/api/v1//search/hashtag",
      query: { keyword: "{keyword}", region: "{region}", offset: "{offset}", count: "{count}" },
    },
  },
  "product.home_by_category": {
    source: "spec",
    operation: {
      ...none,
      name: "product.home_by_category",
      method: "POST",
      path: "/api/v1//product/home/by-category-id",
      body: { category_id: "{categoryId}", exclude_product_ids: "{excludeProductIds}" },
    },
  },
};

/** Every callable operation by name: what is known, overridden by what is configured. */
export function operationsOf(config: OperationsConfig): Map<string, Operation> {
  const operations = new Map(Object.entries(known).map(([name, { operation }]) => [name, operation]));
  for (const [name, entry] of Object.entries(config)) {
    if (entry === null) operations.delete(name);
    else operations.set(name, toOperation(name, entry));
  }
  return operations;
}

function toOperation(name: string, entry: NonNullable<OperationsConfig[string]>): Operation {
  const { method, path, query, body, verdict, ...reading } = entry;
  return {
    name,
    method,
    path,
    query,
    body,
    reading: verdict === undefined ? null : { ...reading, verdict },
  };
}
