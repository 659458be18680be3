import { Icon } from "./icon.tsx";

/** The page of what a search finds. */
export const SEARCH = "/search";

interface FindProps {
  id: string;
  /** What it is called: a page has two, and each a name of its own. */
  label: string;
  value?: string;
}

/** Where one types whom to go to, or what to do: "maria", "pause maria". */
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
      placeholder="Search or go to"
      value={value}
      autocomplete="off"
      maxlength={100}
    />
    <kbd aria-hidden="true">/</kbd>
  </form>
);
