import type { Place } from "../nav.ts";
import { t } from "../words/text.ts";
import { Icon } from "./icon.tsx";

/** A row that links to a page. */
export const PlaceRow = ({ path, label, icon }: Pick<Place, "path" | "label" | "icon">) => (
  <li>
    <a class="place" href={path}>
      <Icon name={icon} />
      {t(label)}
      <Icon name="right" small />
    </a>
  </li>
);
