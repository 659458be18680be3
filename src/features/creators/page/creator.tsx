import { clockLabel, dateLabel, dayLabel } from "../../../core/calendar.ts";
import { DAY_MS } from "../../../core/duration.ts";
import { shortNumber } from "../../../core/numbers-as-text.ts";
import { type Column, ColumnsPicture } from "../../../ui/parts/chart.tsx";
import { PartDisplayed } from "../../../ui/parts/pager.tsx";
import { CsvLink, Fold } from "../../../ui/parts/pieces.tsx";
import { useScene } from "../../../ui/parts/scene.ts";
import { lasting } from "../../../ui/words/time.ts";
import { T } from "../../../ui/words/translated.tsx";
import { type Broadcast, closedBroadcast, observedUntil, openBroadcast } from "../../history/broadcasts.ts";
import { ENDED } from "../../../kinds/live-targets.ts";
import { goalsOfCreator } from "../../goals/goals.ts";
import { targetKinds } from "../../../kinds/registry.ts";
import { Icon } from "../../../ui/parts/icon.tsx";
import { Avatar, Name } from "../../../ui/parts/name.tsx";
import { Standing } from "../standing.tsx";
import { calledOf, standingOf } from "./words.ts";
import { CREATOR_ROOM } from "../../../ui/words/rooms.ts";
import { editedOf, HANDLE, TIME_ZONE, USUAL_HOURS } from "./edit.tsx";
import { followersField, followersNow, grantedWishes, milestonesOf, nextMilestone, relatedTo } from "../notify.ts";
import { GoalCard } from "./goals.tsx";
import { OnAir } from "./on-air.tsx";
import type { Silence } from "../../silences/resource/silence.ts";
import type { Target } from "../resource/form.ts";
import { type Halted, NotifyCard } from "./notify.tsx";
import { countingZone } from "../../../ui/page.ts";
import { type OneShape, pagesOfOne } from "./target-page.tsx";
import { Calendar, Week } from "./week.tsx";
import { language, marked, plural, t } from "../../../ui/words/text.ts";

const ToWhy = () => (
  <p class="whyjump">
    <a class="btn" href="#why">
      <Icon name="note" small />
      {t("Why didn't I get an alert?")}
    </a>
  </p>
);

const MAX_LISTED = 10;
const MAX_OPEN = 5;
const MAX_COLUMNS = 45;

interface StreamsProps {
  /** Newest first. */
  all: Broadcast[];
  /** The page of the creator. */
  at: string;
}

/** The latest broadcasts, below the most viewers of each. */
function Streams({ all, at }: StreamsProps) {
  const rows = all.slice(0, MAX_LISTED).map((one) => <StreamRow one={one} />);
  const folded = rows.slice(MAX_OPEN);
  return (
    <section class="card" aria-labelledby="streams">
      <div class="cap">
        <h2 id="streams">{t("Streams")}</h2>
        {all.length === 0 ? null : <CsvLink href={`${at}/streams.csv`} of={t("streams")} />}
      </div>
      <MaxViewers all={all} />
      {all.length === 0 ? (
        <p class="pad soft">{t("Not seen live yet.")}</p>
      ) : (
        <ol class="rows sess">{rows.slice(0, MAX_OPEN)}</ol>
      )}
      {folded.length === 0 ? null : (
        <Fold title={plural(folded.length, "Show {n} more", "Show {n} more")} class="more-rows">
          <ol class="rows sess">{folded}</ol>
          <PartDisplayed shown={rows.length} of={all.length} />
        </Fold>
      )}
    </section>
  );
}

function StreamRow({ one }: { one: Broadcast }) {
  const { zone, now } = useScene();
  const { startedAt, startSeen, endedAt, durationSeconds, title, peakViewers, unknownSince } = one;
  const until = observedUntil(one, now);
  const clock = (instant: number) => clockLabel(language(), instant, zone);
  const span =
    until === endedAt
      ? `${clock(startedAt)}–${clock(endedAt)}`
      : endedAt === null && unknownSince === null
        ? t("{from} until now", { from: clock(startedAt) })
        : t("{from}–{until} or later", { from: clock(startedAt), until: clock(until) });
  const day = now - startedAt > 300 * DAY_MS ? dateLabel : dayLabel;
  return (
    <li>
      <span class="strong">
        {endedAt !== null ? day(language(), startedAt, zone) : unknownSince === null ? t("Now") : t("Live?")}
      </span>
      <span class="num soft">{startSeen ? span : t("at least {span}", { span })}</span>
      <span class={title === null ? "cut t soft" : "cut t"}>
        {title === null ? t("no title") : <Name of={title} otherwise={t("no title")} />}
      </span>
      <span class={endedAt === null && unknownSince === null ? "r num d red strong" : "r num d soft"}>
        {lasting(durationSeconds * 1000)}
      </span>
      <span class="r num">
        {peakViewers === null ? (
          <span class="soft">–</span>
        ) : (
          <T
            of="{viewers} <sr>peak viewers</sr>"
            viewers={shortNumber(language(), peakViewers)}
            sr={(text) => <span class="sr">{text}</span>}
          />
        )}
      </span>
    </li>
  );
}

/** The peak viewers of each broadcast as a bar chart. */
function MaxViewers({ all }: Pick<StreamsProps, "all">) {
  const { zone } = useScene();
  const displayed = all.slice(0, MAX_COLUMNS).toReversed();
  const counted = displayed.filter(({ peakViewers }) => peakViewers !== null);
  if (counted.length < 2) return <></>;
  const best = counted.reduce((a, b) => (b.peakViewers! > a.peakViewers! ? b : a));
  const every = Math.ceil(displayed.length / 3);
  const columns = displayed.map(({ peakViewers, startedAt, endedAt }, place): Column => {
    const label = place % every === 0 ? dateLabel(language(), startedAt, zone) : null;
    return { value: peakViewers, label, live: endedAt === null };
  });
  const alt = t("Peak viewers of each of the last {n} streams; the highest was {peak} on {date}", {
    n: displayed.length,
    peak: best.peakViewers!,
    date: dateLabel(language(), best.startedAt, zone),
  });
  return (
    <div class="bd">
      <h3 class="soft small">{t("Peak viewers per stream")}</h3>
      <ColumnsPicture columns={columns} alt={alt} />
    </div>
  );
}

/** Why nothing is sent about a target for now. A snooze of some events alone doesn't count. */
const haltedOf = ({ id, watchlistId, enabled }: Target, silences: Silence[], now: number): Halted => {
  if (!enabled) return "paused";
  const covers = (of: string | null, own: string): boolean => of === null || of === own;
  const isSnoozed = silences.some(
    (one) => one.until > now && one.type === null && covers(one.targetId, id) && covers(one.watchlistId, watchlistId),
  );
  return isSnoozed ? "snoozed" : null;
};

const look: OneShape["look"] = async (reading, context, at) => {
  const { ports, now } = context;
  const { target: one, past: history, points, goals: held, channels } = reading;
  const list = reading.lists.find(({ id }) => id === one.watchlistId);
  const [horizon, goals, operations] = await Promise.all([
    ports.horizon(),
    goalsOfCreator(one.id, held, now, ports.reports),
    ports.firstSteps.operations(),
  ]);
  const field = followersField(operations);
  const milestones = milestonesOf(relatedTo("followers", reading.related), field);
  const followers = followersNow(reading, field);
  const open = openBroadcast(one, horizon);
  const closed = history.filter(({ type }) => type === ENDED).map(closedBroadcast);
  const all = open === null ? closed : [open, ...closed];
  const kind = targetKinds[one.kind]!;
  const viewers = one.state === null ? null : kind.snapshot(one.state)["viewers"];
  const stands = standingOf(one, horizon);
  const displayName = calledOf(one);
  return {
    mark: <Avatar name={one.name} of={one.id} live={stands.tone === "live"} />,
    called: displayName,
    otherwise: displayName,
    standing: <Standing of={stands} />,
    watch: one.state === null ? null : (kind.watchUrl?.(one.params, one.state) ?? null),
    hears: (
      <NotifyCard
        at={at}
        who={(one.params["userId"] ?? one.params["handle"] ?? "") as string}
        granted={grantedWishes(reading, operations, now)}
        lists={reading.lists}
        halted={(of) => haltedOf(of, reading.silences, now)}
        channels={channels}
        milestones={milestones}
        followers={followers}
        next={nextMilestone(followers, milestones)}
      />
    ),
    above: <ToWhy />,
    current:
      open === null ? null : (
        <OnAir broadcast={open} points={points} viewers={typeof viewers === "number" ? viewers : null} />
      ),
    past: (
      <>
        <Week one={one} past={history} horizon={horizon} />
        <GoalCard id={one.id} at={at} goals={goals} />
        <Calendar one={one} past={history} all={all} monthsIn={list?.timezone ?? countingZone(context)} />
        <Streams all={all} at={at} />
      </>
    ),
  };
};

/** The pages of one creator. */
export const onePages = pagesOfOne({
  room: CREATOR_ROOM,
  edited: editedOf(CREATOR_ROOM.kind, {
    [HANDLE]: marked("Handle or link"),
    [TIME_ZONE]: marked("Time zone"),
    [USUAL_HOURS]: marked("Usual hours"),
  }),
  tables: ["streams", "series", "happenings"],
  look,
});
