import { readdirSync, readFileSync } from "node:fs";
import type { Random } from "./random.ts";

/** Clock ticks a second in which Linux counts, whatever the kernel was built with. */
const TICKS = 100;

const statOf = (pid: number): string[] => {
  const text = readFileSync(`/proc/${pid}/stat`, "utf8");
  return text.slice(text.lastIndexOf(")") + 2).split(" ");
};

/** The runtimes that this process started. */
export const runtimes = (): number[] =>
  readdirSync("/proc")
    .filter((name) => /^\d+$/.test(name))
    .map(Number)
    .filter((pid) => {
      try {
        const isRuntime = readFileSync(`/proc/${pid}/comm`, "utf8").trim() === "workerd";
        return isRuntime && Number(statOf(pid)[1]) === process.pid;
      } catch {
        return false;
      }
    });

/** CPU that a process has used so far, all its threads, milliseconds. */
export function cpuOf(pid: number): number {
  const fields = statOf(pid);
  return ((Number(fields[11]) + Number(fields[12])) * 1000) / TICKS;
}

const TEXT = JSON.stringify(Array.from({ length: 20_000 }, (_, n) => ({ id: `tgt_${n}`, name: `Creator ${n}`, n })));
const ROUNDS = 40;

/** What `ROUNDS` took where the bounds were chosen, milliseconds of CPU. */
const REFERENCE_MS = 700;

/** How much slower this machine is now than the one on which the bounds were chosen; never below 1. */
export function slowness(): number {
  const before = process.cpuUsage();
  for (let round = 0; round < ROUNDS; round++) JSON.stringify(JSON.parse(TEXT));
  const { user, system } = process.cpuUsage(before);
  return Math.max(1, (user + system) / 1000 / REFERENCE_MS);
}

const ODD_TEXTS = [
  "",
  " ",
  "\u0000",
  "\ud800",
  "\u202eabc",
  "x".repeat(3000),
  "__proto__",
  "1e309",
  "' OR 1=1 --",
  "${7*7}",
];

const ODD = [null, true, false, 0, -1, 1.5, 2 ** 53, 1e308, -1e308, [], [[]], {}, { a: {} }, "NaN", ...ODD_TEXTS];

const odd = (chance: Random): unknown => structuredClone(chance.pick(ODD));

type Holder = Record<string, unknown> | unknown[];

/** Every object and list within a value. */
const holders = (value: unknown): Holder[] =>
  typeof value === "object" && value !== null ? [value as Holder, ...Object.values(value).flatMap(holders)] : [];

/** The same value with one to three things wrong somewhere in it. */
export function spoiled(value: unknown, chance: Random): unknown {
  const copy: unknown = structuredClone(value);
  for (let times = chance.int(1, 3); times > 0; times--) {
    const all = holders(copy);
    if (all.length === 0) return odd(chance);
    spoilOne(chance.pick(all), chance);
  }
  return copy;
}

function spoilOne(holder: Holder, chance: Random): void {
  const target = holder as Record<string, unknown>;
  const names = Object.keys(target);
  const name = names.length === 0 ? "unknown" : chance.pick(names);
  const way = chance.int(0, 4);
  if (way === 0) delete target[name];
  else if (way === 1) target[chance.pick(["unknown", "id", "a/b~c", "constructor", "kind", ""])] = odd(chance);
  else if (way === 2 && typeof target[name] === "number") target[name] = chance.pick([-1, 0, 1e9, 1.25, 2 ** 60]);
  else if (way === 3 && typeof target[name] === "string") target[name] = chance.pick(ODD_TEXTS);
  else target[name] = odd(chance);
}

const nested = (open: string, close: string, depth: number) =>
  Buffer.from(`${open.repeat(depth)}1${close.repeat(depth)}`);

/** Bytes that are no good JSON, or more than anybody wants. */
export function oddBytes(good: string, chance: Random): Buffer {
  const way = chance.int(0, 15);
  if (way === 0) return Buffer.from(good.slice(0, chance.int(0, good.length)));
  if (way === 1) return Buffer.concat([Buffer.from(good.slice(0, 5)), Buffer.from([0xff, 0xfe, 0xc0, 0x80])]);
  if (way === 2) return Buffer.concat([Buffer.from([0xef, 0xbb, 0xbf]), Buffer.from(good)]);
  if (way === 3) return Buffer.from(good, "utf16le");
  if (way === 4) return nested("[", "]", 10_000);
  if (way === 5) return nested('{"name":', "}", 10_000);
  if (way === 6) return Buffer.from(`${good}${good}`);
  if (way === 7) return Buffer.from(good.replaceAll('"', "'"));
  if (way === 8) return Buffer.from('{"name":"a","name":"b","__proto__":{"x":1}}');
  if (way === 9) return Buffer.from('{"name":"\\ud800\\u0000","n":1e999,"m":-0}');
  if (way === 10) return Buffer.from(chance.pick(["null", "1", '"text"', "[]", "true", "[1,2]", "{}"]));
  if (way === 11) return Buffer.from(Array.from({ length: 50 }, () => chance.int(0, 255)));
  if (way === 12) return Buffer.from("NaN");
  return Buffer.alloc(0);
}

const MIB = 1024 * 1024;

/** A body just over (or just under) the most that is taken. */
export const hugeBytes = (mib: number, chance: Random): Buffer =>
  Buffer.from(`{"name":"${"x".repeat(mib * MIB - (chance.chance(0.3) ? 11 : 10))}"}`);

/** Parts of a path that no collection has. */
export const ODD_IDS = [
  "..",
  ".",
  "%2e%2e",
  "%2F",
  "a%2Fb",
  "%5C",
  "%00",
  "%0a%0d",
  "%E2%9C%93",
  "%F0%9F%98%80",
  "%FF",
  "%E0%A4%A",
  "%",
  "%25",
  "null",
  "undefined",
  "__proto__",
  "constructor",
  "wl_DEFAULT",
  "*",
  ":id",
  "{id}",
  "1;DROP",
  "%27%20OR%201=1",
  "x".repeat(2000),
  "%20",
  "~",
  "a+b",
];

/** What a query parameter may hold that is hardly what it asks for. */
export const ODD_QUERY = [
  "",
  "0",
  "-1",
  "201",
  "1e3",
  "9".repeat(30),
  "true%20",
  "TRUE",
  "null",
  "%00",
  "%FF%FE",
  "%",
  "x".repeat(4000),
  "WzFd",
  "e30",
  "W251bGwsbnVsbF0",
  "WzFlOTk5LCJhIl0",
  "2026-13-45",
  "2026-02-30T00:00:00Z",
  "9999999-01-01",
  "*.*",
  "live.",
  "%E2%80%AE",
  "'",
  "%25%27_",
];
