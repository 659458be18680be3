import { Icon } from "../parts/icon.tsx";

/** The page of what a search finds. */
export const SEARCH = "/search";

/** Where one types whom to go to, or what to do: "maria", "pause maria". */
export const Find = ({ id, value = "" }: { id: string; value?: string }) => (
  <form class="find" role="search" method="get" action={SEARCH}>
    <label for={id} class="sr">
      Search, or go to
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
