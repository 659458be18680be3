import type { Child } from "hono/jsx";
import type { Why, Branch, Way } from "../../../flows/browse/why.ts";
import type { Unwanted } from "../../../flows/route/match.ts";
import { faultWords } from "../creators/words.ts";
import { reasonWords } from "../messages/words.ts";
import { Name, shownName } from "../parts/name.tsx";
import { lasting, Time } from "../parts/time.tsx";
import type { Worded } from "../service-words.ts";

const MOST_NAMED = 3;

/** "A, B and 2 more". */
export const Listing = ({ names }: { names: Child[] }) => {
  const shown = names.slice(0, MOST_NAMED);
  const more = names.length - shown.length;
  const all = more === 0 ? shown : [...shown, `${more} more`];
  return (
    <>
      {all.map((name, place) => (
        <>
          {place === 0 ? "" : place === all.length - 1 ? " and " : ", "}
          {name}
        </>
      ))}
    </>
  );
};

const channelNames = (branches: Branch[]): Child[] =>
  branches.map(({ channel }) => (
    <b>
      <Name of={channel.name} />
    </b>
  ));

/** True where the channel got it, or would. */
export const isThere = ({ way }: Way): boolean => way === "told" || way === "ready";

/** True where something is to be mended, and not to be waited for. */
export const isBroken = (way: Way): boolean =>
  way.way === "failed" || (way.way === "left-out" && way.sort !== "silenced" && way.sort !== "untold");

/** Why a channel did not get it: the end of a sentence that begins with its name. */
export function Because({ way }: { way: Way }) {
  switch (way.way) {
    case "waits":
      return way.error === null ? (
        <>it waits to go out</>
      ) : (
        <>the last try failed{reasonText(way.error)}. It is tried again</>
      );
    case "held":
      return (
        <>
          quiet hours hold it back
          {way.until === null ? null : (
            <>
              {" "}
              till <Time at={way.until} />
            </>
          )}
        </>
      );
    case "failed":
      return <>{way.error === null ? "it was not taken there" : reasonWords(way.error, "its chat").said}</>;
    case "none":
      return way.alertIsNewer ? <>the alert was made or changed after it</> : <>no message of it is known any more</>;
    case "left-out":
      return <LeftOut way={way} />;
    case "told":
    case "ready":
      return <>nothing is in the way</>;
  }
}

const reasonText = (text: string): string => (text.trim() === "" ? "" : `: ${shownName(text)}`);

const LeftOut = ({ way: { sort, text } }: { way: Extract<Way, { way: "left-out" }> }) => {
  if (sort === "disabled")
    return (
      <>the channel is off: {reasonWords(text.replace(/^channel disabled: ?/, "") || "by hand", "its chat").said}</>
    );
  if (sort === "silenced") return <>it was snoozed{reasonText(text.replace(/^silenced:?/, ""))}</>;
  if (sort === "cooldown") return <>the same was told a moment before, and the alert asks for a pause between</>;
  if (sort === "quiet") return <>it fell into quiet hours</>;
  if (sort === "untold") return <>its start was not told there either</>;
  return <>it was left out{reasonText(text)}</>;
};

/** Why an alert does not ask for it. */
export const UnwantedWords = ({ why }: { why: Unwanted }) => {
  if (why.why === "waiting") return <>waits for what the service says of the stream</>;
  if (why.why !== "filter") return <>{UNWANTED[why.why]}</>;
  const { field, op, value } = why.filter;
  return (
    <>
      has a condition that does not hold: {field.replace(/^data\./, "")} {OPERATORS[op]}{" "}
      <bdi>{typeof value === "string" ? value : JSON.stringify(value)}</bdi>
    </>
  );
};

const UNWANTED = {
  off: "is paused",
  list: "is about another list",
  target: "is about somebody else",
  type: "is about other happenings",
};

const OPERATORS: Record<string, string> = {
  eq: "is",
  ne: "is not",
  lt: "is below",
  lte: "is at most",
  gt: "is above",
  gte: "is at least",
  in: "is one of",
  contains: "contains",
};

/** What was or was not seen, as one sentence; null where nothing is wrong with that. */
export function lookWords({ look }: Why, trouble: Worded | null): Child | null {
  if (look.look === "noticed") return null;
  if (trouble !== null) return <>Nothing can come now. {trouble.means}</>;
  if (look.look === "paused") return <>Nothing can come: nobody looks while this is paused.</>;
  if (look.look === "never") return <>Nothing can come yet: it was not looked at so far.</>;
  if (look.look === "unread")
    return (
      <>
        Nothing can come:{" "}
        {look.since === null ? (
          "it can't be read"
        ) : (
          <>
            it can't be read since <Time at={look.since} />
          </>
        )}
        , because {faultWords(look.fault)}.
      </>
    );
  return null;
}

/** The answer in one sentence. */
export function Answer({ why, trouble }: { why: Why; trouble: Worded | null }) {
  const { event, wish, silence, branches } = why;
  const look = lookWords(why, trouble);
  if (look !== null) return <>{look}</>;
  const was = event === null ? "would be" : "was";
  if (branches.length === 0 && wish.wanted.length === 0) return <>Nobody {was} told, because no alert asks for it.</>;
  if (event === null && silence !== null)
    return (
      <>
        Snoozed till <Time at={silence.until} />: nobody is told before.
      </>
    );
  const there = branches.filter(({ way }) => isThere(way));
  const others = branches.filter(({ way }) => !isThere(way));
  const [first] = others;
  const told = event === null ? "What happens next is told on " : "It was told on ";
  if (first === undefined)
    return (
      <>
        {event === null ? "Nothing is in the way. " : ""}
        {told}
        <Listing names={channelNames(there)} />.
      </>
    );
  return (
    <>
      {there.length === 0 ? null : (
        <>
          {told}
          <Listing names={channelNames(there)} />.{" "}
        </>
      )}
      Not on <Listing names={channelNames(others)} />: <Because way={first.way} />.
    </>
  );
}

/** How much later something was told, in words: than it was noticed, or than `since` says. */
export const lateWords = (ms: number, since = "it was noticed"): string =>
  ms < 1000 ? "at once" : `${lasting(ms)} after ${since}`;
