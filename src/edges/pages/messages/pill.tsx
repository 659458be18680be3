import type { Message } from "../../../flows/queries/messages.ts";
import { Pill } from "../parts/pieces.tsx";
import { Time } from "../parts/time.tsx";
import { standingOf } from "../words/messages.ts";
import { T } from "../words/translated.tsx";

/** A pill with the status of a message. */
export function StandingPill({ of }: { of: Message }) {
  const { tone, icon, words, at } = standingOf(of);
  return (
    <Pill tone={tone} icon={icon}>
      {at === null ? words : <T of="{status} {time}" status={words} time={<Time at={at} />} />}
    </Pill>
  );
}
