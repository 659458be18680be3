import type { CurrentStatus } from "./page/words.ts";
import { Icon } from "../../ui/parts/icon.tsx";
import { Since } from "../../ui/parts/time.tsx";
import type { Child } from "hono/jsx";
import { Name } from "../../ui/parts/name.tsx";

const TONES: Record<CurrentStatus["tone"], string> = { live: "state red", hand: "state warn", plain: "state soft" };

/** A creator's status with its icon. */
export const Standing = ({ of: { tone, icon, words, at, seen = true, why } }: { of: CurrentStatus }) => (
  <span class={TONES[tone]}>
    <Icon name={icon} small />
    <span>
      {words}
      {at === null ? null : (
        <>
          {" "}
          <small>
            <Since at={at} seen={seen} />
          </small>
        </>
      )}
      {why === null ? null : (
        <>
          {" "}
          <small>{why}</small>
        </>
      )}
    </span>
  </span>
);

interface PersonProps {
  href: string;
  /** What is shown before the name. */
  mark: Child;
  name: string;
  /** The name at the service; null for none. */
  called: string | null;
  /** False for a target that is not a person and always has a name. */
  named?: boolean;
}

/** A link to a target's page: a mark, its name, and its name at the service. */
export const Person = ({ href, mark, name, called: displayName, named = true }: PersonProps) => (
  <a class={named ? "person" : "person plain"} href={href}>
    {mark}
    <span class="cut">
      <b class="cut">
        <Name of={name} {...(named && displayName !== null ? { otherwise: displayName } : {})} />
      </b>
      {displayName === null ? null : (
        <small class="cut">
          <bdi>{displayName}</bdi>
        </small>
      )}
    </span>
  </a>
);
