import { resources } from "../../src/resources/registry.ts";

const MAX = 40;

/** What the system has told so far: ids that are real, pages that go on, tokens that were made. */
export interface Pool {
  ids(collection: string): string[];
  /** Some cursor of this path. */
  cursors(path: string): string[];
  tokens: string[];
  keys: string[];
  /** Takes in what an answer tells. */
  learn(path: string, body: unknown): void;
  /** Takes in the key of a picture that a message shows. */
  learnPicture(key: string): void;
  /** Takes in the sort of a problem that an answer names. */
  learnProblem(sort: string): void;
  /** Forgets what this path named, as it is deleted. */
  forget(path: string): void;
  /** Remembers what must stay, so that the others find something to work with. */
  keep(id: string): void;
  kept: Set<string>;
}

const COLLECTIONS: Record<string, string> = {
  evt: "events",
  dlv: "deliveries",
  sgn: "sign-ins",
  ...Object.fromEntries(resources.map(({ prefix, name }) => [prefix, name])),
};

export function createPool(): Pool {
  const ids = new Map<string, string[]>([["watchlists", ["wl_default"]]]);
  const cursors = new Map<string, string[]>();
  const add = (map: Map<string, string[]>, name: string, value: string) => {
    const known = map.get(name) ?? [];
    if (!known.includes(value)) map.set(name, [...known, value].slice(-MAX));
  };
  const pool: Pool = {
    ids: (collection) => ids.get(collection) ?? [],
    cursors: (path) => cursors.get(path) ?? [],
    tokens: [],
    keys: [],
    kept: new Set(["wl_default"]),
    learnPicture: (key) => add(ids, "pictures", key),
    learnProblem: (sort) => add(ids, "problems", sort),
    forget(path) {
      const [, , collection, id] = path.split(/[/?]/);
      const known = ids.get(collection!);
      if (known !== undefined)
        ids.set(
          collection!,
          known.filter((one) => one !== id),
        );
    },
    keep(id) {
      pool.kept.add(id);
    },
    learn(path, body) {
      if (typeof body !== "object" || body === null) return;
      const { nextCursor, items, token } = body as { nextCursor?: unknown; items?: unknown; token?: unknown };
      if (typeof nextCursor === "string") add(cursors, path, nextCursor);
      if (typeof token === "string") pool.tokens = [...pool.tokens, token].slice(-MAX);
      for (const one of [body, ...(Array.isArray(items) ? items : [])]) {
        const { id } = one as { id?: unknown };
        const collection = typeof id === "string" ? COLLECTIONS[id.split("_")[0]!] : undefined;
        if (collection !== undefined) add(ids, collection, id as string);
      }
    },
  };
  return pool;
}

const BASE32 = Array.from("0123456789abcdefghjkmnpqrstvwxyz");

/** An id that looks right and is nobody's. */
export function unknownId(collection: string, chance: Random): string {
  const prefix = Object.entries(COLLECTIONS).find(([, name]) => name === collection)?.[0] ?? "tgt";
  return `${prefix}_${Array.from({ length: 26 }, () => chance.pick(BASE32)).join("")}`;
}

/** A source of chance that its seed decides. */
export interface Random {
  /** From 0 up to 1. */
  next(): number;
  /** A whole number, both ends included. */
  int(least: number, max: number): number;
  pick<T>(all: readonly T[]): T;
  chance(share: number): boolean;
}

/** Mulberry32: the same numbers for the same seed, everywhere. */
export function random(seed: number): Random {
  let state = seed | 0;
  const next = (): number => {
    state = (state + 0x6d2b79f5) | 0;
    let mixed = Math.imul(state ^ (state >>> 15), 1 | state);
    mixed = (mixed + Math.imul(mixed ^ (mixed >>> 7), 61 | mixed)) ^ mixed;
    return ((mixed ^ (mixed >>> 14)) >>> 0) / 4_294_967_296;
  };
  const int = (least: number, max: number) => least + Math.floor(next() * (max - least + 1));
  return { next, int, pick: (all) => all[int(0, all.length - 1)]!, chance: (share) => next() < share };
}
