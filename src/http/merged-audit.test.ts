import { expect, test } from "vitest";
import type { AuditEntry } from "../db/audit-view.ts";
import { enterMerged } from "./merged-audit.ts";

const NOW = 1_800_000_000_000;

const entry: AuditEntry = {
  at: NOW,
  tokenId: null,
  tokenName: "nobody",
  operation: "signIn",
  subject: null,
  request: null,
  status: 401,
  address: "1.2.3.4",
};

test("more than a hundred callers share an entry, and counting all of them takes few writes", async () => {
  const keys: string[] = [];
  const audit = {
    merge: async (one: AuditEntry, key: string) => {
      keys.push(`${key.split("/").at(-1)} ${one.address}`);
      return true;
    },
  } as never;
  for (let n = 0; n < 164; n++) await enterMerged(audit, entry, "flood", `who${n}`);
  const rest = keys.filter((key) => key.startsWith("others"));
  expect([keys.length - rest.length, rest]).toEqual([100, Array(7).fill("others null")]);
});
