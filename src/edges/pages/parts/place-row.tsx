import type { Place } from "../nav.ts";
import { Icon } from "./icon.tsx";

/** A row that links to a page. */
export const PlaceRow = ({ path, label, icon }: Pick<Place, "path" | "label" | "icon">) => (
  <li>
    <a class="place" href={path}>
      <Icon name={icon} />
      {label}
      <Icon name="right" small />
    </a>
  </li>
);
