import type { Child } from "hono/jsx";
import { Name } from "./name.tsx";

interface PersonProps {
  href: string;
  /** What stands before the name. */
  mark: Child;
  name: string;
  /** What they are called there. */
  called: string;
  /** False for one that is no person: it always has a name. */
  named?: boolean;
}

/** Leads to the page of one target: a mark, the name, and what it is called at the service. */
export const Person = ({ href, mark, name, called: displayName, named = true }: PersonProps) => (
  <a class={named ? "person" : "person plain"} href={href}>
    {mark}
    <span class="cut">
      <b class="cut">
        <Name of={name} {...(named ? { otherwise: displayName } : {})} />
      </b>
      <small class="cut">
        <bdi>{displayName}</bdi>
      </small>
    </span>
  </a>
);
