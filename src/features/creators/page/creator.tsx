import { closedBroadcast, observedOf, openBroadcast } from "../../history/broadcasts.ts";
import { ENDED } from "../../../kinds/live-targets.ts";
import { goalsOfCreator } from "../../goals/goals.ts";
import { targetKinds } from "../../../kinds/registry.ts";
import type { Page } from "../../../ui/page.ts";
import { Icon } from "../../../ui/parts/icon.tsx";
import { Avatar } from "../../../ui/parts/name.tsx";
import { Standing } from "../standing.tsx";
import { calledOf, standingOf } from "./words.ts";
import { CREATOR_ROOM } from "../../../ui/words/rooms.ts";
import { OnAir } from "./live-now.tsx";
import { editedOf, TIME_ZONE } from "./edit.tsx";
import { GoalCard } from "./goals.tsx";
import { pagesOfOne, type OneShape } from "./target-page.tsx";
import { MaxViewers, Streams } from "./streams.tsx";
import { Calendar, Week } from "./week.tsx";
import { marked, t } from "../../../ui/words/text.ts";

const ToWhy = () => (
  <p class="whyjump">
    <a class="btn" href="#why">
      <Icon name="note" small />
      {t("Why didn't I get an alert?")}
    </a>
  </p>
);

const look: OneShape["look"] = async ({ target: one, past: history, points, goals: held }, { ports, now }, at) => {
  const [horizon, goals] = await Promise.all([ports.horizon(), goalsOfCreator(one.id, held, now, ports.reports)]);
  const open = openBroadcast(one, horizon);
  const closed = history.filter(({ type }) => type === ENDED).map(closedBroadcast);
  const all = open === null ? closed : [open, ...closed];
  const spans = all.flatMap((broadcast) => observedOf(broadcast, now));
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
    above: <ToWhy />,
    past: (
      <>
        {open === null ? null : (
          <OnAir broadcast={open} points={points} viewers={typeof viewers === "number" ? viewers : null} />
        )}
        <GoalCard id={one.id} at={at} goals={goals} />
        <Week one={one} past={history} horizon={horizon} />
        <Calendar one={one} past={history} spans={spans} />
        <Streams all={all} at={at} />
        <MaxViewers all={all} at={at} />
      </>
    ),
  };
};

/** The pages of one creator. */
export const onePages: Page[] = pagesOfOne({
  room: CREATOR_ROOM,
  edited: editedOf(CREATOR_ROOM.kind, { [TIME_ZONE]: marked("Time zone") }),
  tables: ["streams", "series", "happenings"],
  look,
});
