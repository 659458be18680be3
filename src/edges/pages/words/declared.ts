import type { Watched } from "../../../targets/page.ts";
import { iconNamed, type IconName } from "../icons.ts";
import { ROOMS, type Room } from "./rooms.ts";

/** What pages say of a kind of targets beside creators. */
export type Declared = Room & Watched & { icon: IconName };

const areOrdered = ({ charts }: Declared): boolean => charts.every(({ unit }) => unit === "place");

/** Every kind of targets that has pages of this sort; those with places in order, which do not grow, stand last. */
export const DECLARED: Declared[] = ROOMS.flatMap(({ watched, icon, ...room }) =>
  watched === null ? [] : [{ ...room, ...watched, icon: iconNamed(icon) }],
).toSorted((a, b) => Number(areOrdered(a)) - Number(areOrdered(b)));
