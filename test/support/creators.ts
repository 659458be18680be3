import { expect } from "vitest";
import type { System } from "./system.ts";

/** Adds live targets for user ids. Returns the target ids by user id. */
export async function addCreators(system: System, userIds: string[], more: object = {}): Promise<Map<string, string>> {
  const ids = new Map<string, string>();
  for (const userId of userIds) {
    const created = await system.api("POST", "/v1/targets", {
      kind: "live",
      name: `Creator ${userId}`,
      params: { userId },
      ...more,
    });
    expect(created.status, JSON.stringify(created.body)).toBe(201);
    ids.set(userId, created.body.id);
  }
  return ids;
}

/** Consecutive user ids. */
export const userIds = (count: number, from = 1000): string[] =>
  Array.from({ length: count }, (_, index) => String(from + index));
