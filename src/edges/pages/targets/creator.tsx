import { closedBroadcast, ENDED, openBroadcast } from "../../../flows/browse/broadcasts.ts";
import type { Target } from "../../../resources/targets/form.ts";
import { targetKinds } from "../../../targets/registry.ts";
import { onePagesOf, type OneRoom, type Shown } from "./actions.ts";
import { editedOf, TIME_ZONE, EditForm, valuesOf } from "./edit.tsx";
import { Happened } from "./happened.tsx";
import { Raw } from "./raw.tsx";
import { readOne } from "./reading.ts";
import { CREATOR_ROOM } from "../words/rooms.ts";
import { ownSnooze, Snoozed, SnoozeMenu } from "./snooze.tsx";
import { tablePages } from "./tables.ts";
import { askedOf } from "./asked.ts";
import { Delete } from "./delete.tsx";
import { WhyNothing } from "./why.tsx";
import type { Page, Visit } from "../page.ts";
import { Allowed, Button, Form } from "../parts/form.tsx";
import { Icon } from "../parts/icon.tsx";
import { Avatar, Name } from "../parts/name.tsx";
import { shownName } from "../words/name.ts";
import { Time } from "../parts/time.tsx";
import { show } from "../show.tsx";
import { CREATORS } from "../words/creator-address.ts";
import { OnAir } from "./air.tsx";
import { Standing } from "../parts/standing.tsx";
import { MostViewers, Streams } from "./streams.tsx";
import { Calendar, Week } from "./week.tsx";
import { calledOf, faultWords, standingOf, type Standing as Stands } from "../words/creators.ts";

const EDITED = editedOf(CREATOR_ROOM.kind, { [TIME_ZONE]: "Time zone" });

const Head = ({ one, stands, at }: { one: Target; stands: Stands; at: string }) => {
  const called = calledOf(one);
  const url = one.state === null ? null : (targetKinds[one.kind]!.watchUrl?.(one.params, one.state) ?? null);
  return (
    <div class="hero" id="head" data-live>
      <div class="who3">
        <a class="crumb" href={CREATORS}>
          Creators
        </a>
        <h1 class="line">
          <Avatar name={one.name} of={one.id} live={stands.tone === "live"} />
          <Name of={one.name} otherwise={called} />
        </h1>
        <p class="soft">
          <bdi>{called}</bdi>
          {one.lastPolledAt == null ? null : (
            <>
              {" · checked "}
              <Time at={one.lastPolledAt} />
              {one.fault === null ? "" : `: ${faultWords(one.fault)}`}
            </>
          )}
        </p>
        <Standing of={stands} />
      </div>
      <div class="acts">
        {url === null ? null : (
          <a class="btn main" href={url} rel="noreferrer noopener">
            <Icon name="open" small />
            Watch
          </a>
        )}
        <Allowed scope="write">
          <Form action={`${at}/check`}>
            <Button icon="again" busy="Checking…">
              Check now
            </Button>
          </Form>
          <SnoozeMenu one={one} from={at} />
          <Form action={one.enabled ? "/creators/pause" : "/creators/resume"}>
            <input type="hidden" name="id" value={one.id} />
            <input type="hidden" name="from" value={at} />
            <Button icon={one.enabled ? "pause" : "again"}>{one.enabled ? "Pause" : "Resume"}</Button>
          </Form>
        </Allowed>
      </div>
    </div>
  );
};

async function creatorPage(visit: Visit, { typed, asked, status = 200 }: Shown = {}): Promise<Response> {
  const { ports, now } = visit;
  const horizon = await ports.horizon();
  const reading = await readOne(visit, CREATOR_ROOM);
  if (reading instanceof Response) return reading;
  const { target: one, events, past, points, lists, channels, silences } = reading;
  const asking = await askedOf(visit, reading);
  const at = `${CREATORS}/${one.id}`;
  const open = openBroadcast(one, horizon);
  const closed = past.filter(({ type }) => type === ENDED).map(closedBroadcast);
  const all = open === null ? closed : [open, ...closed];
  const spans = all.map(({ startedAt, endedAt, unknownSince }) => ({
    from: startedAt,
    to: endedAt ?? unknownSince ?? now,
  }));
  const viewers = one.state === null ? null : targetKinds[one.kind]!.snapshot(one.state)["viewers"];
  const snooze = ownSnooze(silences, one, now);
  const filled = typed ?? { values: valuesOf(EDITED, one), errors: [], changed: false };
  const body = (
    <>
      <Head one={one} stands={standingOf(one, horizon)} at={at} />
      {snooze === null ? null : <Snoozed of={snooze} from={at} />}
      <p class="whyjump">
        <a class="btn" href="#why">
          <Icon name="note" small />
          Why didn't I get an alert?
        </a>
      </p>
      <div class="cols">
        <div class="stack" id="past" data-live>
          {open === null ? null : (
            <OnAir broadcast={open} points={points} viewers={typeof viewers === "number" ? viewers : null} />
          )}
          <Week one={one} past={past} horizon={horizon} />
          <Calendar one={one} past={past} spans={spans} />
          <Streams all={all} at={at} />
          <MostViewers all={all} at={at} />
          <Happened events={events} tellings={asking.told} channels={channels} at={at} />
        </div>
        <div class="stack">
          <WhyNothing {...asking} one={one} events={events} at={at} lists={lists} />
          <Allowed scope="write">
            <EditForm
              edited={EDITED}
              at={at}
              one={one}
              lists={lists}
              least={ports.keep.limits.minIntervalSeconds}
              {...filled}
            />
          </Allowed>
          <Raw one={one} at={at} asked={asked ?? null} />
          <Allowed scope="write">
            <Delete one={one} from={CREATORS} />
          </Allowed>
        </div>
      </div>
    </>
  );
  const title = shownName(one.name, calledOf(one));
  return show(visit, { title, path: CREATORS, status, body });
}

const room: OneRoom = {
  ...CREATOR_ROOM,
  edited: EDITED,
  page: creatorPage,
};

export const onePages: Page[] = [...onePagesOf(room), ...tablePages(room, ["streams", "series", "happenings"])];
