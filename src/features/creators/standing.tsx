import type { CurrentStatus } from "./page/words.ts";
import { Icon } from "../../ui/parts/icon.tsx";
import { useScene } from "../../ui/parts/scene.ts";
import { Since, Time } from "../../ui/parts/time.tsx";
import { T } from "../../ui/words/translated.tsx";
import type { ListHead } from "./creators.ts";
import type { Target } from "./resource/form.ts";
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

/** Says until when nothing is sent about a creator; nothing of others. */
export function SnoozedUntil({ one, snoozes }: { one: Target; snoozes: ListHead["snoozes"] }) {
  const { now } = useScene();
  const covers = (of: string | null, own: string): boolean => of === null || of === own;
  const until = Math.max(
    ...snoozes
      .filter((each) => covers(each.targetId, one.id) && covers(each.watchlistId, one.watchlistId))
      .map((each) => each.until),
  );
  return until <= now ? (
    <></>
  ) : (
    <span class="state soft small">
      <Icon name="moon" small />
      <span>
        <T of="Snoozed until {time}" time={<Time at={until} />} />
      </span>
    </span>
  );
}

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
