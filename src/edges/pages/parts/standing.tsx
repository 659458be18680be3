import type { Standing as Stands } from "../words/creators.ts";
import { T } from "../words/translated.tsx";
import { Icon } from "./icon.tsx";
import { Time } from "./time.tsx";

const TONES: Record<Stands["tone"], string> = { live: "state red", hand: "state warn", plain: "state soft" };

/** A creator's status with its icon. */
export const Standing = ({ of: { tone, icon, words, at, why } }: { of: Stands }) => (
  <span class={TONES[tone]}>
    <Icon name={icon} small />
    <span>
      {words}
      {at === null ? null : (
        <small>
          <T of="since {time}" time={<Time at={at} />} />
        </small>
      )}
      {why === null ? null : <small>{why}</small>}
    </span>
  </span>
);
