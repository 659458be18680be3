import { grouped } from "../../../core/numbers-as-text.ts";
import type { KindPage } from "../../../targets/page.ts";
import { targetKinds } from "../../../targets/registry.ts";

/** Where targets of a kind have their pages. */
export type Room = Pick<KindPage, "path" | "noun" | "title"> & { kind: string };

/** In the order in which people see them; of each kind of targets one. */
export const ROOMS = Object.values(targetKinds).map(({ kind, page }) => ({ kind, ...page }));

/** Creators, as people call targets that broadcast. */
export const CREATOR_ROOM: Room = ROOMS.find(({ watched }) => watched === null)!;

/** "1 creator", "3 creators". */
export function manyOf(kind: string, many: number): string {
  const { noun, title } = ROOMS.find((room) => room.kind === kind) ?? CREATOR_ROOM;
  return `${grouped("en", many)} ${many === 1 ? noun : title.toLowerCase()}`;
}
