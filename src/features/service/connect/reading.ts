import { isObject, pointed, type Json } from "../../../core/json.ts";
import type { VerdictReading } from "../../../core/operation.ts";
import { decodeVerdict, DEFAULT_READING } from "../../../kinds/live/wire.ts";
import type { Verdict } from "../../../kinds/live/view.ts";
import { guessedRoom } from "./guess.ts";
import { escaped, isScalar, leavesOf, type Leaf, type Scalar } from "./leaves.ts";
import { digitsOf, type Person } from "./person.ts";
import { isNothing, ruleOf } from "./states.ts";

/** The answers for a live and an offline creator. */
export interface Pair {
  answers: [live: Json, off: Json];
  people: [live: Person, off: Person];
}

/** The compared parts of two answers: the whole, or the creators' rows within a list. */
export interface Compared {
  /** For rows: the list, and the pointer to the user id within a row. */
  list: { rows: string; rowUser: string } | null;
  live: Json;
  /** Undefined if the list has no row for the offline creator. */
  off: Json | undefined;
}

/** The maximum depth at which a list, and a user id within a row, is searched. */
const DEEPEST_LIST = 6;
const DEEPEST_NAME = 3;
const MAX_ROWS = 10_000;

/** Whether a value of a row is what its creator is known by. */
type IsTheirs = (value: Scalar) => boolean;

const idsOf = ({ params }: Person): string[] => (digitsOf(params.userId) === null ? [] : [digitsOf(params.userId)!]);

/** The pointer within a row to whose it is; null if it is not theirs. */
function nameIn(row: Json, isTheirs: IsTheirs, depth = 0): string | null {
  if (!isObject(row)) return null;
  for (const [key, value] of Object.entries(row).slice(0, 100)) {
    if (isScalar(value)) {
      if (isTheirs(value)) return `/${escaped(key)}`;
      continue;
    }
    const below = depth < DEEPEST_NAME ? nameIn(value, isTheirs, depth + 1) : null;
    if (below !== null) return `/${escaped(key)}${below}`;
  }
  return null;
}

/** The first list of several rows with one of theirs. */
export function listOf(value: Json, isTheirs: IsTheirs, pointer = "", depth = 0): NonNullable<Compared["list"]> | null {
  if (Array.isArray(value) && value.length > 1)
    for (const row of value.slice(0, MAX_ROWS)) {
      const rowUser = nameIn(row, isTheirs);
      if (rowUser !== null) return { rows: pointer, rowUser };
    }
  if (!isObject(value) || depth >= DEEPEST_LIST) return null;
  for (const [key, one] of Object.entries(value).slice(0, 100)) {
    const found = listOf(one, isTheirs, `${pointer}/${escaped(key)}`, depth + 1);
    if (found !== null) return found;
  }
  return null;
}

function rowOf(answer: Json, { rows, rowUser }: NonNullable<Compared["list"]>, somebody: Person): Json | undefined {
  const list = pointed(answer, rows);
  if (!Array.isArray(list)) return undefined;
  return list.find((row) => idsOf(somebody).includes(digitsOf(pointed(row, rowUser)) ?? "none"));
}

/** The comparable parts of two answers: the whole, and the creators' rows if there is a list. */
export function comparedIn({ answers: [live, off], people }: Pair): { whole: Compared; rows: Compared | null } {
  const ids = idsOf(people[0]);
  const list = ids.length === 0 ? null : listOf(live, (value) => ids.includes(digitsOf(value) ?? ""));
  const row = list === null ? undefined : rowOf(live, list, people[0]);
  return {
    whole: { list: null, live, off },
    rows: row === undefined ? null : { list, live: row, off: rowOf(off, list!, people[1]) },
  };
}

/** How a value is read: by value, where a missing one means unknown or off; or by presence, absence or two times. */
type Rule = VerdictReading["empty"] | "present" | "absent" | "newer";

const PRESENT: Rule[] = ["present"];

/** The value that means no if this one means yes and no example of no exists. */
const OPPOSITES = new Map<Scalar, Scalar>([
  [true, false],
  [1, 0],
  ["1", "0"],
  ["true", "false"],
]);

/** A pointer into the only row of a list, as the list and the place within the row; null if there is no such list. */
function withinRow(live: Json, pointer: string): { rows: string; verdict: string } | null {
  const keys = pointer.split("/").slice(1);
  for (const [place] of keys.entries()) {
    const rows = keys
      .slice(0, place)
      .map((key) => `/${key}`)
      .join("");
    const list = pointed(live, rows);
    if (!Array.isArray(list)) continue;
    const verdict = keys
      .slice(place + 1)
      .map((key) => `/${key}`)
      .join("");
    return list.length === 1 && verdict !== "" ? { rows, verdict } : null;
  }
  return null;
}

/** The reading that takes the verdict from the leaf at a place of the compared part. */
function readingWith(compared: Compared, leaf: Leaf, people: Person[], rule: Rule): VerdictReading {
  const row = compared.list === null ? withinRow(compared.live, leaf.pointer) : null;
  const rows = compared.list?.rows ?? row?.rows;
  const opposite = OPPOSITES.get(leaf.value);
  const off = isScalar(leaf.other)
    ? [leaf.other]
    : leaf.other === undefined && opposite !== undefined
      ? [opposite]
      : [];
  const room = guessedRoom(leavesOf(compared.live, undefined), people)?.pointer;
  const prefix = row === null ? "" : `${row.rows}/0`;
  return {
    ...(rows === undefined ? {} : { rows, ...rowKeyOf(compared, row?.rows, room) }),
    verdict: row?.verdict ?? leaf.pointer,
    ...(room?.startsWith(prefix) === true ? { room: room.slice(prefix.length) } : {}),
    ...(rule === "present"
      ? { on: rule, paused: [], off: DEFAULT_READING.off, empty: "off" }
      : rule === "absent"
        ? { on: rule, paused: [], off: [], empty: "unknown" }
        : rule === "newer"
          ? { on: { newerThan: leaf.end!.slice(prefix.length) }, paused: [], off: [], empty: "unknown" }
          : { on: [leaf.value], paused: [], off: off.filter((value) => value !== leaf.value), empty: rule }),
  };
}

/** What identifies a row. In a list with one row it is the stream's id, if there is one. */
function rowKeyOf({ list }: Compared, rows: string | undefined, room: string | undefined) {
  if (list !== null) return { rowUser: list.rowUser };
  const prefix = `${rows}/0/`;
  return room?.startsWith(prefix) === true ? { rowKey: room.slice(prefix.length) } : {};
}

/** The verdicts that the engine reads from both answers. */
export type Proof = [live: Verdict | null, off: Verdict | null];

export const proofOf = ({ answers, people }: Pair, reading: VerdictReading): Proof => {
  const read = (place: 0 | 1) => {
    const { userId = "1", roomId } = people[place].params;
    const view = decodeVerdict(answers[place], reading, { userId, roomId });
    return view.ok ? view.value.verdict : null;
  };
  return [read(0), read(1)];
};

export const tellsApart = ([live, off]: Proof): boolean => live === "on" && off === "off";

/**
 * Returns the reading of a verdict from a leaf. A state is read by value; a missing value means off only if that is
 * needed. A value that differs between streams is read by presence. Null if the leaf is no evidence.
 */
export function readingAt(pair: Pair, compared: Compared, leaf: Leaf): VerdictReading | null {
  const rule = ruleOf(leaf);
  if (rule === null) return null;
  const rules: Rule[] = rule === "value" ? ["unknown", "off", ...(isNothing(leaf.other) ? PRESENT : [])] : [rule];
  const readings = rules.map((one) => readingWith(compared, leaf, pair.people, one));
  return readings.find((one) => tellsApart(proofOf(pair, one))) ?? readings[0]!;
}
