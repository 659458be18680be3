import { grouped } from "../../../core/numbers-as-text.ts";

/** Where targets of a kind have their pages. */
export interface Room {
  kind: string;
  /** Of their list; one's page stands below it, by its id. */
  path: string;
  /** "creator" */
  noun: string;
  /** "Creators" */
  title: string;
}

/** In the order in which people see them; of each kind of targets one. */
export const ROOMS = [
  { kind: "live", path: "/creators", noun: "creator", title: "Creators" },
  { kind: "ranking", path: "/rankings", noun: "ranking", title: "Rankings" },
  { kind: "hashtag", path: "/hashtags", noun: "hashtag", title: "Hashtags" },
  { kind: "products", path: "/shops", noun: "shop", title: "Shops" },
] as const satisfies Room[];

/** Creators, as people call targets that broadcast. */
export const CREATOR_ROOM: Room = ROOMS[0];

/** "1 creator", "3 creators". */
export function manyOf(kind: string, many: number): string {
  const { noun, title } = ROOMS.find((room) => room.kind === kind) ?? CREATOR_ROOM;
  return `${grouped("en", many)} ${many === 1 ? noun : title.toLowerCase()}`;
}
