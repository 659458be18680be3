import type { JsonObject } from "../../../core/json.ts";
import { seenOf } from "../../../resources/targets/seen.ts";
import type { Target } from "../../../resources/targets/form.ts";
import { faultWords } from "../creators/words.ts";
import { onePagesOf, type OneRoom, type Shown } from "../one/actions.ts";
import { askedOf } from "../one/asked.ts";
import { Delete } from "../one/delete.tsx";
import { editedOf, EditForm, valuesOf } from "../one/edit.tsx";
import { Happened } from "../one/happened.tsx";
import { Raw } from "../one/raw.tsx";
import { readOne } from "../one/reading.ts";
import { ownSnooze, Snoozed, SnoozeMenu } from "../one/snooze.tsx";
import { tablePages } from "../one/tables.ts";
import { WhyNothing } from "../one/why.tsx";
import type { Page, Visit } from "../page.ts";
import { Allowed, Button, Form } from "../parts/form.tsx";
import { Icon } from "../parts/icon.tsx";
import { Name, shownName } from "../parts/name.tsx";
import { Time } from "../parts/time.tsx";
import { show } from "../show.tsx";
import { Charts } from "./charts.tsx";
import type { Cell } from "../../../targets/page.ts";
import { DECLARED, type Declared } from "./declared.ts";
import { listPagesOf } from "./list.tsx";
import { StandingOf } from "./standing.tsx";

const Head = ({ one, room, at }: { one: Target; room: Declared; at: string }) => (
  <div class="hero" id="head" data-live>
    <div class="who3">
      <a class="crumb" href={room.path}>
        {room.title}
      </a>
      <h1 class="line">
        <Icon name={room.icon} />
        <Name of={one.name} />
      </h1>
      <p class="soft">
        <bdi>{shownName(room.called(one.params))}</bdi>
        {one.lastPolledAt == null ? null : (
          <>
            {" · checked "}
            <Time at={one.lastPolledAt} />
            {one.fault === null ? "" : `: ${faultWords(one.fault)}`}
          </>
        )}
      </p>
      <StandingOf one={one} />
    </div>
    <Allowed scope="write">
      <div class="acts">
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
      </div>
    </Allowed>
  </div>
);

const CellOf = ({ text, name, href }: Cell) => {
  const shown = name === true ? <Name of={text} otherwise="no name" /> : <>{text}</>;
  return href === undefined ? (
    shown
  ) : (
    <a href={href} rel="noreferrer noopener">
      {shown}
    </a>
  );
};

/** What stands now, as it was seen last. */
const Standings = ({ room, snapshot }: { room: Declared; snapshot: JsonObject | null }) => {
  const rows = snapshot === null ? [] : room.rows(snapshot);
  return (
    <section class="card" aria-labelledby="now">
      <div class="cap">
        <h2 id="now">Now</h2>
      </div>
      {rows.length === 0 ? (
        <p class="pad soft">{snapshot === null ? "Not checked yet." : "The last check found nothing."}</p>
      ) : (
        <div class="sums">
          <table>
            <thead>
              <tr>
                {room.columns.map((column, place) => (
                  <th scope="col" class={place === 0 ? "" : "r"}>
                    {column}
                  </th>
                ))}
              </tr>
            </thead>
            <tbody>
              {rows.map((row) => (
                <tr>
                  {row.map((cell, place) => (
                    <td class={place === 0 ? "" : "r"}>
                      <CellOf {...cell} />
                    </td>
                  ))}
                </tr>
              ))}
            </tbody>
          </table>
        </div>
      )}
    </section>
  );
};

async function onePage(visit: Visit, room: Declared, { typed, asked, status = 200 }: Shown = {}): Promise<Response> {
  const reading = await readOne(visit, room);
  if (reading instanceof Response) return reading;
  const { target: one, events, points, lists, channels, silences } = reading;
  const asking = await askedOf(visit, reading);
  const at = `${room.path}/${one.id}`;
  const snooze = ownSnooze(silences, one, visit.now);
  const edited = editedOf(room.kind, room.settings);
  const filled = typed ?? { values: valuesOf(edited, one), errors: [], changed: false };
  const least = visit.ports.keep.limits.minIntervalSeconds;
  const body = (
    <>
      <Head one={one} room={room} at={at} />
      {snooze === null ? null : <Snoozed of={snooze} from={at} />}
      <div class="cols">
        <div class="stack" id="past" data-live>
          <Standings room={room} snapshot={seenOf(one, one.state).snapshot} />
          <Charts one={one} points={points} room={room} at={at} />
          <Happened events={events} tellings={asking.told} channels={channels} at={at} />
        </div>
        <div class="stack">
          <WhyNothing {...asking} one={one} events={events} at={at} lists={lists} />
          <Allowed scope="write">
            <EditForm edited={edited} at={at} one={one} lists={lists} least={least} {...filled} />
          </Allowed>
          <Raw one={one} at={at} asked={asked ?? null} />
          <Allowed scope="write">
            <Delete one={one} from={room.path} />
          </Allowed>
        </div>
      </div>
    </>
  );
  return show(visit, { title: shownName(one.name), path: "/creators", status, body });
}

const pagesOf = (room: Declared): Page[] => {
  const one: OneRoom = {
    ...room,
    edited: editedOf(room.kind, room.settings),
    page: (visit, shown) => onePage(visit, room, shown),
  };
  return [...listPagesOf(room), ...onePagesOf(one), ...tablePages(room, ["series", "happenings"])];
};

/** The lists and pages of all that is watched beside creators. */
export const otherPages: Page[] = DECLARED.flatMap(pagesOf);
