import type { KindPage, Watched } from "../../kinds/page.ts";
import { targetKinds } from "../../kinds/registry.ts";
import { iconNamed, type IconName } from "../icons.ts";
import { plural } from "./text.ts";

/** The pages of a kind of target. */
export type Room = Pick<KindPage, "path" | "noun" | "title" | "many"> & { kind: string };

/** The rooms in display order, one for each kind of target. */
export const ROOMS = Object.values(targetKinds).map(({ kind, page }) => ({ kind, ...page }));

/** Creators: the targets that broadcast. */
export const CREATOR_ROOM: Room = ROOMS.find(({ watched }) => watched === null)!;

/** The two forms of a number of targets. */
export const manyForms = ({
  noun,
  title,
  many,
}: Pick<Room, "noun" | "title" | "many">): [one: string, other: string] => [
  `{n} ${noun}`,
  `{n} ${many ?? title.toLowerCase()}`,
];

/** Formats a number of targets: "1 creator", "3 creators". */
export const manyOf = (kind: string, many: number): string =>
  plural(many, ...manyForms(ROOMS.find((room) => room.kind === kind) ?? CREATOR_ROOM));

/** A kind of target other than creators, with what its pages show. */
export type Declared = Room & Watched & { icon: IconName };

const areOrdered = ({ charts }: Declared): boolean => charts.every(({ unit }) => unit === "place");

/** Every kind with such pages. Kinds whose charts are rankings, which do not grow, come last. */
export const DECLARED: Declared[] = ROOMS.flatMap(({ watched, icon, ...room }) =>
  watched === null ? [] : [{ ...room, ...watched, icon: iconNamed(icon) }],
).toSorted((a, b) => Number(areOrdered(a)) - Number(areOrdered(b)));
