import type { Child } from "hono/jsx";
import type { Why, Branch, Way } from "../../../flows/queries/why.ts";
import type { Unwanted } from "../../../flows/route/match.ts";
import { OPERATORS, valueText } from "../words/filters.ts";
import { faultWords } from "../words/creators.ts";
import { reasonWords } from "../words/messages.ts";
import { Name } from "../parts/name.tsx";
import { shownName } from "../words/name.ts";
import { Time } from "../parts/time.tsx";
import type { Worded } from "../service-words.ts";

const MAX_NAMED = 3;

/** Joins names: "A, B and 2 more". */
export const Listing = ({ names }: { names: Child[] }) => {
  const shown = names.slice(0, MAX_NAMED);
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

/** True if the channel was notified, or would be. */
export const isThere = ({ way }: Way): boolean => way === "told" || way === "ready";

/** True if something needs to be fixed rather than awaited. */
export const isBroken = (way: Way): boolean =>
  way.way === "failed" || (way.way === "left-out" && way.sort !== "silenced" && way.sort !== "untold");

/** Says why a channel was not notified, as the end of a sentence that begins with its name. */
export function Because({ way }: { way: Way }) {
  switch (way.way) {
    case "waits":
      return way.error === null ? (
        <>the message is queued</>
      ) : (
        <>the last attempt failed{reasonText(way.error)}. It will be retried</>
      );
    case "held":
      return (
        <>
          delayed by quiet hours
          {way.until === null ? null : (
            <>
              {" "}
              until <Time at={way.until} />
            </>
          )}
        </>
      );
    case "failed":
      return <>{way.error === null ? "the channel did not accept it" : reasonWords(way.error, "its chat").said}</>;
    case "none":
      return way.alertIsNewer ? <>the alert was created or changed later</> : <>its message is no longer stored</>;
    case "left-out":
      return <LeftOut way={way} />;
    case "told":
    case "ready":
      return <>nothing is blocking it</>;
  }
}

const reasonText = (text: string): string => (text.trim() === "" ? "" : `: ${shownName(text)}`);

const LeftOut = ({ way: { sort, text } }: { way: Extract<Way, { way: "left-out" }> }) => {
  if (sort === "disabled")
    return (
      <>the channel is off: {reasonWords(text.replace(/^channel disabled: ?/, "") || "by hand", "its chat").said}</>
    );
  if (sort === "silenced") return <>it was snoozed{reasonText(text.replace(/^silenced:?/, ""))}</>;
  if (sort === "cooldown") return <>the same was sent shortly before, and the alert has a minimum pause</>;
  if (sort === "quiet") return <>it happened during quiet hours</>;
  if (sort === "untold") return <>its start was not sent there either</>;
  return <>it was skipped{reasonText(text)}</>;
};

/** Says why an alert does not match. */
export const UnwantedWords = ({ why }: { why: Unwanted }) => {
  if (why.why === "waiting") return <>is waiting for the stream's details</>;
  if (why.why !== "filter") return <>{UNWANTED[why.why]}</>;
  const { field, op, value } = why.filter;
  return (
    <>
      has a condition that isn't met: {field.replace(/^data\./, "")} {OPERATORS[op]} <bdi>{valueText(value)}</bdi>
    </>
  );
};

const UNWANTED = {
  off: "is paused",
  list: "covers another list",
  target: "covers someone else",
  type: "covers other events",
};

/** Says in a sentence what was or was not detected; null if detection worked. */
export function lookWords({ look }: Why, trouble: Worded | null): Child | null {
  if (look.look === "noticed") return null;
  if (trouble !== null) return <>No alerts right now. {trouble.means}</>;
  if (look.look === "paused") return <>No alerts: checks are paused.</>;
  if (look.look === "never") return <>No alerts yet: the first check hasn't run.</>;
  if (look.look === "unread")
    return (
      <>
        No alerts:{" "}
        {look.since === null ? (
          "we can't check it"
        ) : (
          <>
            we can't check it since <Time at={look.since} />
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
  if (branches.length === 0 && wish.wanted.length === 0) return <>No one {was} notified: no alert matches.</>;
  if (event === null && silence !== null)
    return (
      <>
        Snoozed until <Time at={silence.until} />. No one is notified before then.
      </>
    );
  const there = branches.filter(({ way }) => isThere(way));
  const others = branches.filter(({ way }) => !isThere(way));
  const [first] = others;
  const lead = event === null ? "The next event goes to " : "Sent to ";
  if (first === undefined)
    return (
      <>
        {event === null ? "All clear. " : ""}
        {lead}
        <Listing names={channelNames(there)} />.
      </>
    );
  return (
    <>
      {there.length === 0 ? null : (
        <>
          {lead}
          <Listing names={channelNames(there)} />.{" "}
        </>
      )}
      Not sent to <Listing names={channelNames(others)} />: <Because way={first.way} />.
    </>
  );
}
