import { hueOf, lettersOf } from "./name.tsx";

/** The mark of a list: a square with its initials. People have round ones. */
export const ListMark = ({ name, of, small }: { name: string; of: string; small?: boolean }) => (
  <span class={`lg k${hueOf(of)}${small === true ? " s" : ""}`} aria-hidden="true">
    {lettersOf(name)}
  </span>
);
