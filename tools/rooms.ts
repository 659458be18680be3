// The rooms of src/ and what each may import. The linter reads them (`rooms-plugin.ts`), and a test plants a forbidden
// import in each.

export interface Room {
  name: string;
  /** Folders from the root; `*` is one name. The most specific room has a file. */
  folders: string[];
  /** Rooms with a lower number may be imported, and the room itself. */
  floor: number;
  /** True if folders that match `*` differently may not import each other. */
  apart?: true;
  /** Beginnings of packages that it may not import. */
  without: string[];
  /** What to do about a forbidden import. */
  message: string;
}

const PLATFORM = ["hono", "drizzle-orm", "node:", "cloudflare:"];

export const ROOMS: Room[] = [
  {
    name: "core",
    folders: ["src/core"],
    floor: 0,
    without: [...PLATFORM, "zod"],
    message: "The core imports nothing but itself: move what needs this up, or pass it in.",
  },
  {
    name: "pictures",
    folders: ["src/pictures"],
    floor: 1,
    apart: true,
    without: PLATFORM,
    message: "Pictures are drawn from data of the core.",
  },
  {
    name: "prediction",
    folders: ["src/engine/prediction", "src/engine/plan"],
    floor: 1,
    without: PLATFORM,
    message: "What is expected and planned is pure: it stands on the core.",
  },
  {
    name: "kinds",
    folders: ["src/kinds", "src/channels", "src/sections", "src/resources"],
    floor: 2,
    without: ["hono", "node:", "cloudflare:"],
    message: "A contract stands on the core. It judges, renders and declares; the engine and features act.",
  },
  {
    name: "one kind",
    folders: ["src/kinds/*", "src/channels/*", "src/sections/*"],
    floor: 2,
    apart: true,
    without: PLATFORM,
    message: "A kind knows no other kind: what two share belongs beside their contract, or in the core.",
  },
  {
    name: "shared by kinds",
    folders: [
      "src/channels/dialects",
      "src/channels/preview",
      "src/channels/reports",
      "src/channels/words",
      "src/kinds/operator-words",
      "src/kinds/upstream-words",
      "src/sections/words",
    ],
    floor: 2,
    without: PLATFORM,
    message: "What kinds share stands on the core and their contract.",
  },
  {
    name: "declarations",
    folders: ["src/features/*/resource", "src/features/*/message"],
    floor: 2,
    without: ["hono", "node:", "cloudflare:"],
    message: "What a feature stores and sends is declared by pure functions over the core and the kinds.",
  },
  {
    name: "catalogues",
    folders: ["src/languages/in-each.ts"],
    floor: 1,
    without: [...PLATFORM, "zod"],
    message: "Catalogues are known by their names.",
  },
  {
    name: "languages",
    folders: ["src/languages"],
    floor: 3,
    without: PLATFORM,
    message: "Languages translate catalogues. They import nothing else.",
  },
  {
    name: "db",
    folders: ["src/db"],
    floor: 4,
    without: ["hono", "node:", "cloudflare:"],
    message: "The database stands on declarations. It knows no feature, no engine and no HTTP.",
  },
  {
    name: "http",
    folders: ["src/http"],
    floor: 5,
    without: ["drizzle-orm", "node:", "cloudflare:"],
    message: "What all requests share knows no feature and no engine.",
  },
  {
    name: "ui",
    folders: ["src/ui"],
    floor: 6,
    without: ["drizzle-orm", "cloudflare:"],
    message: "What all pages share knows no feature: move it to the feature, or pass it in.",
  },
  {
    name: "engine",
    folders: ["src/engine"],
    floor: 4.5,
    without: ["hono", "node:", "cloudflare:"],
    message: "The engine knows no feature, no page and no HTTP.",
  },
  {
    name: "features",
    folders: ["src/features/*"],
    floor: 7,
    apart: true,
    without: ["cloudflare:"],
    message: "A feature imports another one only if FEATURES in tools/rooms.ts lists it.",
  },
  {
    name: "wiring",
    folders: ["src/wiring", "src/worker.ts"],
    floor: 8,
    without: ["drizzle-orm"],
    message: "The wiring puts everything together.",
  },
];

/** The features that a feature may import besides itself. */
export const FEATURES: Record<string, string[]> = {
  agents: ["creators"],
  alerts: ["channels", "creators", "history", "messages", "service"],
  boards: ["alerts", "channels", "messages", "now", "wall"],
  channels: ["alerts", "messages"],
  chats: ["boards", "creators", "people"],
  claims: ["history"],
  creators: ["goals", "history", "messages", "now", "people", "reports"],
  digests: ["alerts", "history", "messages", "reports"],
  feeds: ["history", "now"],
  "first-steps": ["channels", "creators", "history", "service"],
  goals: ["digests", "people", "reports"],
  history: ["creators", "goals", "now", "people", "reports"],
  hooks: ["creators"],
  lists: ["creators", "goals", "history", "now", "people", "reports", "wall"],
  messages: ["alerts", "channels"],
  now: ["channels", "creators", "first-steps", "history", "messages", "status", "wall"],
  reports: ["digests", "feeds", "goals", "history", "people"],
  search: ["creators", "lists"],
  service: ["config"],
  settings: ["backup", "people", "sign-in"],
  sharing: ["creators", "feeds", "goals", "history", "lists", "now", "reports", "wall"],
  "sign-in": ["people"],
  status: ["creators", "history", "now", "plan"],
  trends: ["creators", "digests", "reports"],
  wall: ["history", "now"],
  watch: ["alerts", "creators", "first-steps", "service"],
};

/** Imports that climb, each until its reason is gone. */
export const CLIMBING: [from: string, to: string, reason: string][] = [
  ["src/core/health-snapshot.ts", "src/engine/prediction/", "a type of what is stored"],
  ["src/db/resources/configuration-store.ts", "src/engine/upstream/", "a type of what is stored"],
  ["src/db/resources/configuration-store.ts", "src/features/config/", "a type of what is stored"],
];

/** The room of a file, with the part of its path that `*` stands for; null for a file in none. */
export function roomOf(file: string): { room: Room; part: string } | null {
  let best: { room: Room; part: string; depth: number } | null = null;
  for (const room of ROOMS)
    for (const folder of room.folders) {
      const names = folder.split("/");
      const path = file.split("/");
      if (names.length > path.length || (names.length === path.length && folder.includes("*"))) continue;
      if (!names.every((name, at) => name === "*" || name === path[at])) continue;
      const depth = names.length + (folder.includes("*") ? 0 : 0.5);
      if (best === null || depth > best.depth) best = { room, part: path.slice(0, names.length).join("/"), depth };
    }
  return best;
}

const featureOf = (part: string): string => part.split("/")[2] ?? "";

/** Registries of kinds, and what only tests and the demo use: a receiver is the other side of the wire. */
const FREE =
  /\.test\.tsx?$|^src\/(?:kinds|channels|sections|resources)\/registry\.ts$|^src\/(?:kinds|channels)\/.+\/(?:limits|fixtures|sim)(?:\.ts$|\/)/;

/** Reports whether a file may import from any room. */
export const isFree = (file: string): boolean => FREE.test(file);

/** Why a file may not import another file, or a package; null if it may. Paths are from the root. */
export function refusal(from: string, to: string): string | null {
  const source = roomOf(from);
  if (source === null) return null;
  const { room, part } = source;
  if (!to.startsWith("src/"))
    return room.without.some((name) => to === name || to.startsWith(name)) ? room.message : null;
  const target = roomOf(to);
  if (target === null || CLIMBING.some(([file, folder]) => from === file && to.startsWith(folder))) return null;
  if (target.room.floor > room.floor) return room.message;
  if (target.room !== room || room.apart === undefined || part === target.part) return null;
  if (room.name === "features" && (FEATURES[featureOf(part)] ?? []).includes(featureOf(target.part))) return null;
  return room.message;
}
