import type { AlertNames } from "../../../flows/queries/alerts.ts";
import type { Subscription } from "../../../resources/subscriptions/subscription.ts";
import { Name } from "../parts/name.tsx";
import { shownName } from "../words/name.ts";
import { filterWords } from "./only-if.ts";
import { pingWords, whenWords } from "./words.ts";

const GONE = "(deleted)";

/** An alert as a sentence. */
export function AlertSentence({ one, names }: { one: Subscription; names: AlertNames }) {
  const { targetId, watchlistId, quietHours: quiet, filters } = one;
  const nameOf = (all: { id: string; name: string }[], id: string) =>
    all.find((other) => other.id === id)?.name ?? GONE;
  const target = targetId === null ? null : names.targets.find(({ id }) => id === targetId);
  const ping = pingWords(one);
  const list = watchlistId === null || targetId !== null ? undefined : shownName(nameOf(names.lists, watchlistId));
  const who = target == null ? undefined : shownName(target.name);
  return (
    <p>
      Notifies{" "}
      <b>
        <Name of={nameOf(names.channels, one.channelId)} />
      </b>{" "}
      when <bdi>{whenWords(one.events, { of: list, who })}</bdi>
      {filters.length === 0 ? "" : <bdi>, only if {shownName(filters.map(filterWords).join(" and "))}</bdi>}
      {ping === "" ? "" : `, mentions ${ping}`}
      {quiet === null
        ? ""
        : `, ${quiet.action === "hold" ? "as one summary" : "nothing"} from ${quiet.from} to ${quiet.to}`}
      .
    </p>
  );
}
