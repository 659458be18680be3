import type { CurrentStatus } from "./page/words.ts";
import { Icon } from "../../ui/parts/icon.tsx";
import { Since } from "../../ui/parts/time.tsx";

const TONES: Record<CurrentStatus["tone"], string> = { live: "state red", hand: "state warn", plain: "state soft" };

/** A creator's status with its icon. */
export const Standing = ({ of: { tone, icon, words, at, seen = true, why } }: { of: CurrentStatus }) => (
  <span class={TONES[tone]}>
    <Icon name={icon} small />
    <span>
      {words}
      {at === null ? null : (
        <small>
          <Since at={at} seen={seen} />
        </small>
      )}
      {why === null ? null : <small>{why}</small>}
    </span>
  </span>
);
