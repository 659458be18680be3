import type { Child } from "hono/jsx";
import type { AlertNames } from "../alerts.ts";
import type { Subscription } from "../resource/subscription.ts";
import { Name } from "../../../ui/parts/name.tsx";
import { displayedName } from "../../../ui/words/name.ts";
import { filterWords } from "./only-if.ts";
import { pingWords, whenWords } from "./words.ts";
import { marked, t } from "../../../ui/words/text.ts";
import { T } from "../../../ui/words/translated.tsx";

const GONE = marked("(deleted)");

interface SentenceProps {
  one: Subscription;
  names: AlertNames;
  /** True below the name of its channel, which is then not said again. */
  below?: true;
}

/** An alert as a sentence. */
export function AlertSentence({ one, names, below }: SentenceProps) {
  const { targetId, watchlistId, quietHours: quiet, filters } = one;
  const nameOf = (all: { id: string; name: string }[], id: string) =>
    all.find((other) => other.id === id)?.name ?? t(GONE);
  const target = targetId === null ? null : names.targets.find(({ id }) => id === targetId);
  const ping = pingWords(one);
  const list = watchlistId === null || targetId !== null ? undefined : displayedName(nameOf(names.lists, watchlistId));
  const who = target == null ? undefined : displayedName(target.name);
  const conditions = filters
    .map(filterWords)
    .reduce((all, next) => (all === "" ? next : t("{one} and {other}", { one: all, other: next })), "");
  // Each optional part is a text around the sentence so far, so that a language can put it anywhere.
  const event = <bdi>{whenWords(one.events, { of: list, who })}</bdi>;
  let sentence: Child = below ? (
    <T of="When {event}" event={event} />
  ) : (
    <T
      of="Notifies {channel} when {event}"
      channel={
        <b>
          <Name of={nameOf(names.channels, one.channelId)} />
        </b>
      }
      event={event}
    />
  );
  if (conditions !== "")
    sentence = (
      <T
        of="{sentence}<part>, only if {conditions}</part>"
        sentence={sentence}
        conditions={displayedName(conditions)}
        part={(text) => <bdi>{text}</bdi>}
      />
    );
  if (ping !== "") sentence = <T of="{sentence}, mentions {names}" sentence={sentence} names={ping} />;
  if (quiet !== null)
    sentence = (
      <T
        of={
          quiet.action === "hold"
            ? "{sentence}, quiet from {from} to {to}, then one summary"
            : "{sentence}, nothing from {from} to {to}"
        }
        sentence={sentence}
        from={quiet.from}
        to={quiet.to}
      />
    );
  return <T of="{sentence}." sentence={sentence} />;
}
