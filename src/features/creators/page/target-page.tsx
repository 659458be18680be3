import type { Child } from "hono/jsx";
import { listAnswer } from "../../../http/csv.ts";
import { troublesIn, type Worded } from "../../../ui/service-words.ts";
import { broadcastListing, eventListing, sampleListing } from "../../history/listings.ts";
import type { NotifiedOf, OneReading, OnePorts } from "../target-reading.ts";
import type { Target } from "../resource/form.ts";
import { pageAt, type PageContext } from "../../../ui/page.ts";
import { Allowed, Button, Form } from "../../../ui/parts/form.tsx";
import { Icon } from "../../../ui/parts/icon.tsx";
import { Name } from "../../../ui/parts/name.tsx";
import { Time } from "../../../ui/parts/time.tsx";
import { Act } from "../../../ui/parts/act.tsx";
import { show } from "../../../ui/show.tsx";
import { CREATORS } from "../creators.ts";
import { whyOf, type Why } from "../why.ts";
import { faultWords } from "./words.ts";
import { displayedName } from "../../../ui/words/name.ts";
import { onePagesOf, type OneRoom, type OneContext, type Displayed } from "./actions.ts";
import { EditForm, valuesOf, type Edited } from "./edit.tsx";
import { Happened } from "./happened.tsx";
import { Raw } from "./raw.tsx";
import { readOne, theOne } from "./reading.ts";
import { ownSnooze, Snoozed, SnoozeMenu } from "./snooze.tsx";
import type { Room } from "../../../ui/words/rooms.ts";
import { meant, t, language } from "../../../ui/words/text.ts";
import { T } from "../../../ui/words/translated.tsx";
import type { ImportedPorts } from "../../history/sessions.ts";
import type { EventPorts } from "../../history/event-store.ts";
import type { SamplePorts } from "../../history/samples.ts";
import type { HorizonPorts } from "../../../core/knowledge.ts";
import type { TeamPorts } from "../../people/team.ts";
import type { HealthPorts } from "../../../core/health-snapshot.ts";
import type { Event } from "../../../core/event.ts";
import { eventTypes } from "../../../kinds/events.ts";
import { cut } from "../../../core/text.ts";
import { clockLabel, dayLabel } from "../../../core/calendar.ts";
import { useScene } from "../../../ui/parts/scene.ts";
import { Chain, type WhyProps } from "./why-chain.tsx";
import { Answer } from "./why-words.tsx";

/**
 * Returns the event that the address names, or null for "now". By default, this is the latest urgent event, or else the
 * latest one.
 */
function requestedAbout(events: Event[], about: string | null): Event | null {
  if (about === "now") return null;
  const named = events.find(({ id }) => id === about);
  return named ?? events.find(({ type }) => eventTypes[type]?.urgent === true) ?? events[0] ?? null;
}

const choiceWords = (event: Event, zone: string): string => {
  const line = eventTypes[event.type]?.words(event, language()).line ?? [event.type];
  const reported = line.map((one) =>
    typeof one === "string" ? one : "at" in one ? "" : "strong" in one ? one.strong : one.link,
  );
  return `${cut(displayedName(reported.join("")), 60)}, ${dayLabel(language(), event.occurredAt, zone)}, ${clockLabel(language(), event.occurredAt, zone)}`;
};

/** Explains why somebody was notified or not: one sentence, then the chain. */
function WhyNothing(props: WhyProps) {
  const { why, events, at, trouble } = props;
  const isSent = why.event !== null && why.branches.some(({ way }) => way.way === "told");
  const { zone } = useScene();
  return (
    <section class="card" aria-labelledby="why">
      <div class="cap">
        <h2 id="why">{isSent ? t("Who was notified?") : t("Why didn't I get an alert?")}</h2>
      </div>
      <div class="why">
        <form method="get" action={`${at}#why`} class="line ask">
          <label class="sr" for="about">
            {t("About")}
          </label>
          <select class="in" id="about" name="about">
            <option value="now" selected={why.event === null}>
              {t("The next event")}
            </option>
            {events.map((event) => (
              <option value={event.id} selected={event.id === why.event?.id}>
                {choiceWords(event, zone)}
              </option>
            ))}
          </select>
          <Button>{t("Explain")}</Button>
        </form>
        <p class="ans">
          <Answer why={why} trouble={trouble} />
        </p>
        <Chain {...props} />
      </div>
    </section>
  );
}

type Reading = OneReading & { target: Target };

/** How a page shows one target, beyond what all kinds have in common. */
interface OneLook {
  /** What is shown before its name: initials or an icon. */
  mark: Child;
  /** Its name at the service; null for none. */
  called: string | null;
  /** Replaces a name without visible characters. */
  otherwise?: string;
  standing: Child;
  /** The address to watch it at; null for none. */
  watch: string | null;
  /** What happens right now; null for nothing. */
  current?: Child;
  /** What somebody can ask to hear of it; before the columns on phones. */
  hears?: Child;
  /** Content above the columns. */
  above?: Child;
  /** The target's history, including its latest events. */
  past: Child;
}

type Need = ImportedPorts & EventPorts & SamplePorts & HorizonPorts & TeamPorts;

/** The data of a target that can be downloaded. */
type Table = "streams" | "series" | "happenings";

/** Returns the CSV files of a target's page: the API's CSV, for the signed-in user. */
function tablePages(room: Room, tables: Table[]) {
  const requested = ({ request, ports, url }: PageContext) => {
    const cursor = url.searchParams.get("cursor") ?? undefined;
    return { request, ports, query: { format: "csv" as const, cursor } };
  };
  const answers: Record<Table, (context: PageContext<Need>, one: Target) => Promise<Response>> = {
    streams: (context, one) => listAnswer(requested(context), broadcastListing(one, context.ports)),
    series: (context, one) => listAnswer(requested(context), sampleListing(one, {}, context.ports)),
    happenings: (context, one) => listAnswer(requested(context), eventListing(one.id, {}, context.ports)),
  };
  return tables.map((name) =>
    pageAt<Need>(`${room.path}/{id}/${name}.csv`, async (context) =>
      answers[name](context, await theOne(context, room)),
    ),
  );
}

/** The page of one target in a room: the editable fields, the CSV files, and the layout. */
export interface OneShape {
  room: Room;
  edited: Edited;
  tables: Table[];
  look(reading: Reading, context: OneContext, at: string): OneLook | Promise<OneLook>;
}

const Acts = ({ one, at, watch }: { one: Target; at: string; watch: string | null }) => {
  const forWriters = (
    <Allowed scope="write">
      <Act action={`${at}/check`} icon="again" busy={t("Checking…")}>
        {t("Check now")}
      </Act>
      <SnoozeMenu one={one} from={at} />
      <Act
        action={one.enabled ? "/creators/pause" : "/creators/resume"}
        fields={{ id: one.id, from: at }}
        icon={one.enabled ? "pause" : "again"}
      >
        {one.enabled ? t("Pause") : t("Resume")}
      </Act>
    </Allowed>
  );
  return (
    <div class="acts">
      {watch === null ? null : (
        <a class="btn main" href={watch} rel="noreferrer noopener">
          <Icon name="open" small />
          {meant("open the stream", "Watch")}
        </a>
      )}
      {forWriters}
    </div>
  );
};

const Head = ({ one, room, look, at }: { one: Target; room: Room; look: OneLook; at: string }) => (
  <div class="hero" id="head" data-live>
    <div class="who3">
      <a class="crumb" href={room.path}>
        {t(room.title)}
      </a>
      <h1 class="line">
        {look.mark}
        <Name of={one.name} {...(look.otherwise === undefined ? {} : { otherwise: look.otherwise })} />
      </h1>
      {look.standing}
      <p class="soft">
        {look.called === null ? null : <bdi>{look.called}</bdi>}
        {one.lastPolledAt == null ? null : (
          <>
            {look.called === null ? "" : " · "}
            <T of="checked {time}" time={<Time at={one.lastPolledAt} />} />
            {one.fault === null ? "" : `: ${faultWords(one.fault)}`}
          </>
        )}
      </p>
    </div>
    <Acts one={one} at={at} watch={look.watch} />
  </div>
);

/** Opens what a deletion means; `from` is the list to return to. */
const Delete = ({ one, from }: { one: Target; from: string }) => (
  <details class="card pad">
    <summary>{t("Delete…")}</summary>
    <Form action="/creators/delete" class="flow">
      <input type="hidden" name="id" value={one.id} />
      <input type="hidden" name="from" value={from} />
      <p>
        {t("You can undo this for ten minutes. Past events are kept, and reports still count the time until now.")}
        {one.past?.importedSince === undefined ? "" : ` ${t("Past streams that you added don’t come back.")}`}
      </p>
      <Button>{t("Delete")}</Button>
    </Form>
  </details>
);

/** On how many channels notifications are looked up; each is looked up for each event. */
const MAX_REQUESTED = 30;

/** Returns the channel ids, those used by the target's alerts first. */
const channelsFirst = ({ channels, subscriptions }: OneReading): string[] => {
  const telling = new Set(subscriptions.map(({ channelId }) => channelId));
  const notifies = ({ id }: OneReading["channels"][number]) => Number(telling.has(id));
  return [...channels].sort((a, b) => notifies(b) - notifies(a)).map(({ id }) => id);
};

/** Returns why the event in the address was notified or not, and what became of all events shown. */
async function requestedOf(
  { ports, url, now }: PageContext<OnePorts & HealthPorts>,
  reading: OneReading & { target: Target },
): Promise<{ why: Why; told: NotifiedOf[]; trouble: Worded | null }> {
  const { events, target } = reading;
  const about = requestedAbout(events, url.searchParams.get("about"));
  const [notified, { pulse: healthSnapshot }] = await Promise.all([
    ports.one.told(events, channelsFirst(reading).slice(0, MAX_REQUESTED)),
    ports.shell(),
  ]);
  const troubles =
    about === null && healthSnapshot !== null ? troublesIn(healthSnapshot, healthSnapshot.perMinute, now) : [];
  const trouble = troubles.find(({ blind }) => blind) ?? null;
  return { why: whyOf(target, about, reading, notified, now), told: notified, trouble };
}

async function onePage(
  shape: OneShape,
  context: OneContext,
  { typed, asked, status = 200 }: Displayed = {},
): Promise<Response> {
  const { room, edited } = shape;
  const reading = await readOne(context, room);
  if (reading instanceof Response) return reading;
  const { target: one, events, lists, channels, silences } = reading;
  const asking = await requestedOf(context, reading);
  const at = `${room.path}/${one.id}`;
  const look = await shape.look(reading, context, at);
  const snooze = ownSnooze(silences, one, context.now);
  const filled = typed ?? { values: valuesOf(edited, one), errors: [], changed: false };
  const least = context.ports.keep.limits.minIntervalSeconds;
  const body = (
    <>
      <Head one={one} room={room} look={look} at={at} />
      {snooze === null ? null : <Snoozed of={snooze} one={one} from={at} />}
      {look.above}
      {look.current === undefined ? null : (
        <div id="current" class="current" data-live>
          {look.current}
        </div>
      )}
      <div class={look.hears === undefined ? "cols" : "cols heard"}>
        {look.hears}
        <div class="stack" id="past" data-live>
          {look.past}
          <Happened events={events} tellings={asking.told} channels={channels} at={at} />
        </div>
        <div class="stack">
          <WhyNothing {...asking} one={one} events={events} at={at} lists={lists} />
          <Allowed scope="write">
            <EditForm edited={edited} at={at} one={one} lists={lists} least={least} {...filled} />
            <Delete one={one} from={room.path} />
          </Allowed>
          <Raw one={one} at={at} asked={asked ?? null} />
        </div>
      </div>
    </>
  );
  return show(context, { title: displayedName(one.name, look.otherwise), path: CREATORS, status, body });
}

/** Returns the page of one target, the targets of its forms, and its CSV files. */
export function pagesOfOne(shape: OneShape) {
  const room: OneRoom = {
    ...shape.room,
    edited: shape.edited,
    page: (context, displayed) => onePage(shape, context, displayed),
  };
  return [...onePagesOf(room), ...tablePages(room, shape.tables)];
}
