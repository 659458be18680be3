import { t } from "../words/text.ts";
import { Icon } from "./icon.tsx";
import type { Place } from "../nav.ts";

/** The page of search results. */
export const SEARCH = "/search";

interface FindProps {
  id: string;
  /** The accessible name; a page has two search fields with distinct names. */
  label: string;
  value?: string;
}

/** The search field for targets and commands: "maria", "pause maria". */
export const Find = ({ id, label, value = "" }: FindProps) => (
  <form class="find" role="search" aria-labelledby={`${id}-label`} method="get" action={SEARCH}>
    <label for={id} id={`${id}-label`} class="sr">
      {label}
    </label>
    <Icon name="find" small />
    <input
      class="in"
      type="search"
      name="q"
      id={id}
      placeholder={t("Search or go to")}
      value={value}
      autocomplete="off"
      maxlength={100}
    />
    <kbd aria-hidden="true">/</kbd>
  </form>
);

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
