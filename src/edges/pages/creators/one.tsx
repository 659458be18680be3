import { closedBroadcast, ENDED, openBroadcast } from "../../../flows/browse/broadcasts.ts";
import type { OneReading } from "../../../flows/browse/one-reading.ts";
import { why as whyOf } from "../../../flows/browse/why.ts";
import type { Target } from "../../../resources/targets/form.ts";
import { targetKinds } from "../../../targets/registry.ts";
import { onePagesOf, type OneRoom, type Shown } from "../one/actions.ts";
import { Happened, MOST_HAPPENINGS } from "../one/happened.tsx";
import { Raw } from "../one/raw.tsx";
import { readOne, shellOf } from "../one/reading.ts";
import { CREATOR_ROOM } from "../one/room.ts";
import { ownSnooze, Snoozed, SnoozeMenu } from "../one/snooze.tsx";
import { tablePages } from "../one/tables.ts";
import { askedAbout, WhyNothing } from "../one/why.tsx";
import type { Page, Visit } from "../page.ts";
import { Allowed, Button, Form } from "../parts/form.tsx";
import { Icon } from "../parts/icon.tsx";
import { Avatar, Name, shownName } from "../parts/name.tsx";
import { Time } from "../parts/time.tsx";
import { troublesIn } from "../service-words.ts";
import { show } from "../show.tsx";
import { CREATORS } from "./address.ts";
import { OnAir } from "./air.tsx";
import { controlsOfCreator, EditForm, valuesOf } from "./edit.tsx";
import { Standing } from "./row.tsx";
import { MostViewers, Streams } from "./streams.tsx";
import { Calendar, Week } from "./week.tsx";
import { calledOf, faultWords, standingOf, type Standing as Stands } from "./words.ts";

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
            <Button icon="again" busy="Checking …">
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

const Delete = ({ one }: { one: Target }) => (
  <details class="card pad">
    <summary>Delete …</summary>
    <Form action="/creators/delete" class="flow">
      <input type="hidden" name="id" value={one.id} />
      <p>Nothing brings it back. What happened stays.</p>
      <Button>Delete for good</Button>
    </Form>
  </details>
);

/** What happened, and what came of telling it. */
async function toldOf({ ports, url }: Visit, { events, channels }: OneReading) {
  const about = askedAbout(events, url.searchParams.get("about"));
  const shown = [...new Set([...events.slice(0, MOST_HAPPENINGS), ...(about === null ? [] : [about])])];
  const ids = channels.map(({ id }) => id);
  return { about, told: await ports.one.told(shown, ids) };
}

async function creatorPage(visit: Visit, { typed, asked, status = 200 }: Shown = {}): Promise<Response> {
  const { ports, now } = visit;
  const reading = await readOne(visit, CREATOR_ROOM);
  const { target: one, events, points, lists, channels, silences, pulse } = reading;
  const { about, told } = await toldOf(visit, reading);
  const at = `${CREATORS}/${one.id}`;
  const open = openBroadcast(one, now);
  const closed = events.filter(({ type }) => type === ENDED).map(closedBroadcast);
  const all = open === null ? closed : [open, ...closed];
  const spans = all.map(({ startedAt, endedAt }) => ({ from: startedAt, to: endedAt ?? now }));
  const viewers = one.state === null ? null : targetKinds[one.kind]!.snapshot(one.state)["viewers"];
  const trouble =
    about === null ? troublesIn(pulse, ports.health.perMinute, now).find(({ blind }) => blind) : undefined;
  const snooze = ownSnooze(silences, one, now);
  const filled = typed ?? { values: valuesOf(one), errors: [], changed: false };
  const body = (
    <>
      <Head one={one} stands={standingOf(one, now)} at={at} />
      {snooze === null ? null : <Snoozed of={snooze} from={at} />}
      <p class="whyjump">
        <a class="btn" href="#why">
          <Icon name="note" small />
          Why did nothing come?
        </a>
      </p>
      <div class="cols">
        <div class="stack" id="past" data-live>
          {open === null ? null : (
            <OnAir broadcast={open} points={points} viewers={typeof viewers === "number" ? viewers : null} />
          )}
          <Week one={one} events={events} />
          <Calendar one={one} events={events} spans={spans} />
          <Streams all={all} at={at} />
          <MostViewers all={all} at={at} />
          <Happened events={events} tellings={told} channels={channels} at={at} />
        </div>
        <div class="stack">
          <WhyNothing
            why={whyOf(one, about, reading, told, now)}
            one={one}
            events={events}
            at={at}
            trouble={trouble ?? null}
            lists={lists}
          />
          <Allowed scope="write">
            <EditForm one={one} lists={lists} least={ports.keep.limits.minIntervalSeconds} {...filled} />
          </Allowed>
          <Raw one={one} at={at} asked={asked ?? null} />
          <Allowed scope="write">
            <Delete one={one} />
          </Allowed>
        </div>
      </div>
    </>
  );
  const title = shownName(one.name, calledOf(one));
  return show(visit, { title, path: CREATORS, shell: shellOf(reading, visit), status, body });
}

const room: OneRoom = {
  ...CREATOR_ROOM,
  controls: controlsOfCreator,
  values: valuesOf,
  page: creatorPage,
};

export const onePages: Page[] = [...onePagesOf(room), ...tablePages(room)];
