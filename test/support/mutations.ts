import { parseLossless, type Json } from "../../src/core/json.ts";

/** Seeded pseudo-random numbers from 0 to 1 (mulberry32). */
export function dice(seed: number): () => number {
  let state = seed >>> 0;
  return () => {
    state = (state + 0x6d2b79f5) >>> 0;
    let mixed = Math.imul(state ^ (state >>> 15), state | 1);
    mixed ^= mixed + Math.imul(mixed ^ (mixed >>> 7), mixed | 61);
    return ((mixed ^ (mixed >>> 14)) >>> 0) / 4_294_967_296;
  };
}

const nested = (depth: number): Json => {
  let value: Json = {};
  for (let level = 0; level < depth; level += 1) value = level % 2 === 0 ? [value] : { data: value };
  return value;
};

const JUNK: (() => Json)[] = [
  () => null,
  () => true,
  () => 0,
  () => -1,
  () => 1.5,
  () => 1e308,
  () => 2 ** 53,
  () => "",
  () => "0",
  () => "99999999999999999999999",
  () => "{0:string}",
  () => "\ud800<@everyone>\u202e",
  () => "x".repeat(20_000),
  () => [],
  () => ({}),
  () => [[], {}, null],
  () => JSON.parse('{"__proto__": {"x": 1}, "constructor": null}') as Json,
  () => nested(500),
  () => Array.from({ length: 300 }, (_none, index) => index),
];

/** A JSON value with some parts dropped, duplicated or replaced by junk, or with bits of its text flipped. */
export function mutated(value: Json, roll: () => number): Json {
  if (roll() < 0.25) return flipped(value, roll);
  const copy = structuredClone(value);
  const steps = 1 + Math.floor(roll() * 3);
  let result: Json = copy;
  for (let step = 0; step < steps; step += 1) result = struck(result, roll, 0);
  return result;
}

function struck(value: Json, roll: () => number, depth: number): Json {
  const deeper = typeof value === "object" && value !== null && roll() < 0.92;
  if (!deeper || depth > 40) return JUNK[Math.floor(roll() * JUNK.length)]!();
  const keys = Object.keys(value);
  const key = keys[Math.floor(roll() * keys.length)];
  if (key === undefined) return JUNK[Math.floor(roll() * JUNK.length)]!();
  const parts = value as Record<string, Json>;
  const fate = roll();
  if (fate < 0.12) {
    if (Array.isArray(value)) value.splice(Number(key), 1);
    else delete parts[key];
  } else if (fate < 0.2 && Array.isArray(value)) value.push(structuredClone(parts[key]!));
  else parts[key] = struck(parts[key]!, roll, depth + 1);
  return value;
}

/** Flips a few bits of the text and parses it; null if it is no longer JSON. */
function flipped(value: Json, roll: () => number): Json {
  const units = Array.from(JSON.stringify(value), (unit) => unit.charCodeAt(0));
  for (let flips = 1 + Math.floor(roll() * 3); flips > 0; flips -= 1) {
    const place = Math.floor(roll() * units.length);
    units[place] = units[place]! ^ (1 << Math.floor(roll() * 6));
  }
  try {
    return parseLossless(String.fromCharCode(...units));
  } catch {
    return null;
  }
}
