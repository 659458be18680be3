import type { Child } from "hono/jsx";
import type { OneReading } from "../target-reading.ts";
import type { Target } from "../resource/form.ts";
import type { Page } from "../../../ui/page.ts";
import { Allowed } from "../../../ui/parts/form.tsx";
import { Icon } from "../../../ui/parts/icon.tsx";
import { Name } from "../../../ui/parts/name.tsx";
import { Time } from "../../../ui/parts/time.tsx";
import { Act } from "../../../ui/parts/act.tsx";
import { show } from "../../../ui/show.tsx";
import { CREATORS } from "../creator-address.ts";
import { faultWords } from "./words.ts";
import { displayedName } from "../../../ui/words/name.ts";
import { onePagesOf, type OneRoom, type OneContext, type Displayed } from "./actions.ts";
import { requestedOf } from "./why-event.ts";
import { Delete } from "./delete.tsx";
import { EditForm, valuesOf, type Edited } from "./edit.tsx";
import { Happened } from "./happened.tsx";
import { Raw } from "./raw.tsx";
import { readOne } from "./reading.ts";
import { ownSnooze, Snoozed, SnoozeMenu } from "./snooze.tsx";
import { tablePages, type Table } from "./tables.ts";
import type { Room } from "../../../ui/words/rooms.ts";
import { WhyNothing } from "./why.tsx";
import { meant, t } from "../../../ui/words/text.ts";
import { T } from "../../../ui/words/translated.tsx";

type Reading = OneReading & { target: Target };

/** How a page shows one target, beyond what all kinds have in common. */
interface OneLook {
  /** What is shown before its name: initials or an icon. */
  mark: Child;
  called: string;
  /** Replaces a name without visible characters. */
  otherwise?: string;
  standing: Child;
  /** The address to watch it at; null for none. */
  watch: string | null;
  /** Content above the columns. */
  above?: Child;
  /** The target's history, including its latest events. */
  past: Child;
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
      <p class="soft">
        <bdi>{look.called}</bdi>
        {one.lastPolledAt == null ? null : (
          <>
            {" · "}
            <T of="checked {time}" time={<Time at={one.lastPolledAt} />} />
            {one.fault === null ? "" : `: ${faultWords(one.fault)}`}
          </>
        )}
      </p>
      {look.standing}
    </div>
    <Acts one={one} at={at} watch={look.watch} />
  </div>
);

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
      {snooze === null ? null : <Snoozed of={snooze} from={at} />}
      {look.above}
      <div class="cols">
        <div class="stack" id="past" data-live>
          {look.past}
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
  return show(context, { title: displayedName(one.name, look.otherwise), path: CREATORS, status, body });
}

/** Returns the page of one target, the targets of its forms, and its CSV files. */
export function pagesOfOne(shape: OneShape): Page[] {
  const room: OneRoom = {
    ...shape.room,
    edited: shape.edited,
    page: (context, displayed) => onePage(shape, context, displayed),
  };
  return [...onePagesOf(room), ...tablePages(room, shape.tables)];
}
