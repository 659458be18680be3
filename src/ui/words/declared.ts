import type { Watched } from "../../kinds/page.ts";
import { iconNamed, type IconName } from "../icons.ts";
import { ROOMS, type Room } from "./rooms.ts";

/** A kind of target other than creators, with what its pages show. */
export type Declared = Room & Watched & { icon: IconName };

const areOrdered = ({ charts }: Declared): boolean => charts.every(({ unit }) => unit === "place");

/** Every kind with such pages. Kinds whose charts are rankings, which do not grow, come last. */
export const DECLARED: Declared[] = ROOMS.flatMap(({ watched, icon, ...room }) =>
  watched === null ? [] : [{ ...room, ...watched, icon: iconNamed(icon) }],
).toSorted((a, b) => Number(areOrdered(a)) - Number(areOrdered(b)));
