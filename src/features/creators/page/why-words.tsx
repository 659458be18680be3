import type { Child } from "hono/jsx";
import type { Why, Branch, Way } from "../why.ts";
import type { Unwanted } from "../../../engine/route/match.ts";
import { OPERATORS, valueText } from "../../../ui/words/filters.ts";
import { faultWords } from "./words.ts";
import { reasonWords } from "../../messages/page/words.ts";
import { Name } from "../../../ui/parts/name.tsx";
import { displayedName } from "../../../ui/words/name.ts";
import { Time } from "../../../ui/parts/time.tsx";
import type { Worded } from "../../../ui/service-words.ts";
import { language, marked, plural, t } from "../../../ui/words/text.ts";
import { T } from "../../../ui/words/translated.tsx";
import { localeOf, once } from "../../../core/language.ts";

const MAX_NAMED = 3;

/** Joins names: "A, B and 2 more". */
export const Listing = ({ names }: { names: Child[] }) => {
  const displayed = names.slice(0, MAX_NAMED);
  const more = names.length - displayed.length;
  const all = more === 0 ? displayed : [...displayed, plural(more, "{n} more", "{n} more")];
  const places = all.map((_, place) => String(place));
  return (
    <>
      {listing()
        .formatToParts(places)
        .map(({ type, value }) => (type === "element" ? all[Number(value)] : value))}
    </>
  );
};

const listing = (): Intl.ListFormat => once(`listing ${language()}`, () => new Intl.ListFormat(localeOf(language())));

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
  way.way === "failed" ||
  way.way === "failing" ||
  (way.way === "left-out" && way.sort !== "silenced" && way.sort !== "untold");

/** Says why a channel was not notified, as the end of a sentence that begins with its name. */
export function Because({ way }: { way: Way }) {
  switch (way.way) {
    case "waits":
      return way.error === null ? <>{t("the message is queued")}</> : <>{retriedWords(displayedName(way.error, ""))}</>;
    case "held":
      return way.until === null ? (
        <>{t("delayed by quiet hours")}</>
      ) : (
        <T of="delayed by quiet hours until {time}" time={<Time at={way.until} />} />
      );
    case "failed":
      return (
        <>{way.error === null ? t("the channel did not accept it") : reasonWords(way.error, t("its chat")).said}</>
      );
    case "none":
      return (
        <>{way.alertIsNewer ? t("the alert was created or changed later") : t("its message is no longer stored")}</>
      );
    case "failing":
      return <>{t("messages there are failing, so it would wait")}</>;
    case "left-out":
      return <LeftOut way={way} />;
    case "told":
    case "ready":
      return <>{t("nothing is blocking it")}</>;
  }
}

const reasonText = (text: string): string => (text.trim() === "" ? "" : `: ${displayedName(text)}`);

const retriedWords = (error: string): string =>
  error === ""
    ? t("the last attempt failed. It will be retried")
    : t("the last attempt failed: {error}. It will be retried", { error });

const LeftOut = ({ way: { sort, text } }: { way: Extract<Way, { way: "left-out" }> }) => {
  if (sort === "disabled") {
    const reason = text.replace(/^channel disabled: ?/, "");
    const reported = reason === "" ? t("by hand") : reasonWords(reason, t("its chat")).said;
    return <>{t("the channel is off: {reason}", { reason: reported })}</>;
  }
  if (sort === "silenced")
    return (
      <>
        {t("snoozed")}
        {reasonText(text.replace(/^silenced:?/, ""))}
      </>
    );
  if (sort === "cooldown") return <>{t("the same was sent shortly before, and the alert has a minimum pause")}</>;
  if (sort === "quiet") return <>{t("quiet hours")}</>;
  if (sort === "untold") return <>{t("its start was not sent there either")}</>;
  return (
    <>
      {t("it was skipped")}
      {reasonText(text)}
    </>
  );
};

/** Says in a sentence why an alert does not match; `alert` is its name. */
export const UnwantedWords = ({ why, alert }: { why: Unwanted; alert: Child }) => {
  if (why.why !== "filter") return <T of={UNWANTED[why.why]} alert={alert} />;
  const { field, op, value } = why.filter;
  const condition = (
    <>
      {field.replace(/^data\./, "")} {t(OPERATORS[op])} <bdi>{valueText(value)}</bdi>
    </>
  );
  return <T of="{alert} has a condition that isn't met: {condition}." alert={alert} condition={condition} />;
};

const UNWANTED = {
  waiting: marked("{alert} is waiting for the stream's details."),
  off: marked("{alert} is paused."),
  list: marked("{alert} covers another list."),
  target: marked("{alert} covers someone else."),
  type: marked("{alert} covers other events."),
};

/** Says in a sentence what was or was not detected; null if detection worked. */
export function lookWords({ look }: Why, problem: Worded | null): Child | null {
  if (look.look === "noticed") return null;
  if (problem !== null)
    return (
      <>
        {t("No alerts right now.")} {problem.means}
      </>
    );
  if (look.look === "paused") return <>{t("No alerts: checks are paused.")}</>;
  if (look.look === "never") return <>{t("No alerts yet: the first check hasn't run.")}</>;
  if (look.look !== "unread") return null;
  const reason = faultWords(look.fault);
  return look.since === null ? (
    <>{t("No alerts: we can't check it, because {reason}.", { reason })}</>
  ) : (
    <T
      of="No alerts: we can't check it since {time}, because {reason}."
      time={<Time at={look.since} />}
      reason={reason}
    />
  );
}

/** The answer in one sentence. */
export function Answer({ why, trouble }: { why: Why; trouble: Worded | null }) {
  const { event, wish, silence, branches } = why;
  const look = lookWords(why, trouble);
  if (look !== null) return <>{look}</>;
  if (branches.length === 0 && wish.wanted.length === 0)
    return (
      <>
        {event === null
          ? t("No one would be notified: no alert matches.")
          : t("No one was notified: no alert matches.")}
      </>
    );
  if (event === null && silence !== null)
    return <T of="Snoozed until {time}. No alerts from here before then." time={<Time at={silence.until} />} />;
  const there = branches.filter(({ way }) => isThere(way));
  const rest = branches.filter(({ way }) => !isThere(way));
  const [first] = rest;
  const sent = (
    <T
      of={event === null ? "The next event goes to {channels}." : "Sent to {channels}."}
      channels={<Listing names={channelNames(there)} />}
    />
  );
  if (first === undefined)
    return (
      <>
        {event === null ? `${t("All clear.")} ` : ""}
        {sent}
      </>
    );
  return (
    <>
      {there.length === 0 ? null : <>{sent} </>}
      <T
        of="Not sent to {channels}: {reason}."
        channels={<Listing names={channelNames(rest)} />}
        reason={<Because way={first.way} />}
      />
    </>
  );
}
