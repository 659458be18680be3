import type { Message } from "../messages.ts";
import { Pill } from "../../../ui/parts/pieces.tsx";
import { Time } from "../../../ui/parts/time.tsx";
import { standingOf } from "./words.ts";
import { T } from "../../../ui/words/translated.tsx";

/** A pill with the status of a message. */
export function StandingPill({ of }: { of: Message }) {
  const { tone, icon, words, at } = standingOf(of);
  return (
    <Pill tone={tone} icon={icon}>
      {at === null ? words : <T of="{status} {time}" status={words} time={<Time at={at} />} />}
    </Pill>
  );
}
