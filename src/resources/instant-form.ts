import * as z from "zod";
import { instantOf } from "../core/parse-instant.ts";
import { iso } from "../core/instant.ts";

const ZONED = /^(\d{4}-\d\d-\d\d)(?:T(\d\d:\d\d)(?::(\d\d)(?:\.(\d{1,9}))?)?(Z|[+-]\d\d:\d\d))?$/;

/** An instant in a request, ISO 8601 with a zone (a bare date is UTC), parsed to epoch ms. */
export const instantForm = () =>
  z.string().transform((text, context): number => {
    const at = read(text);
    if (at !== null) return at;
    context.addIssue({ code: "custom", message: "must be an ISO 8601 instant such as 2026-03-01T12:00:00Z" });
    return z.NEVER;
  });

function read(text: string): number | null {
  const [, date, time = "00:00", seconds = "00", fraction = "", zone = "Z"] = ZONED.exec(text) ?? [];
  const local = instantOf(`${date}T${time}:${seconds}.${fraction.slice(0, 3).padEnd(3, "0")}Z`);
  // A day that does not exist in its month is parsed as another one.
  if (date === undefined || local === null || !iso(local).startsWith(date)) return null;
  if (zone === "Z") return local;
  const [hours, rest] = [Number(zone.slice(1, 3)), Number(zone.slice(4))];
  if (hours > 23 || rest > 59) return null;
  const minutes = hours * 60 + rest;
  return local - (zone.startsWith("-") ? -minutes : minutes) * 60_000;
}
