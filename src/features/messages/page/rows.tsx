import { channelKinds } from "../../../channels/registry.ts";
import { dayLabel } from "../../../core/calendar.ts";
import type { Event } from "../../../core/event.ts";
import type { Message, NamedChannel } from "../messages.ts";
import { titleOf } from "../message-title.ts";
import { iconOf } from "../../../ui/words/events.ts";
import { Icon } from "../../../ui/parts/icon.tsx";
import { displayedName } from "../../../ui/words/name.ts";
import { useScene } from "../../../ui/parts/scene.ts";
import { Clock } from "../../../ui/parts/time.tsx";
import { MESSAGES } from "../message-address.ts";
import { StandingPill } from "./pill.tsx";
import { language, t } from "../../../ui/words/text.ts";

const where = (id: string, channels: NamedChannel[]): string => {
  const found = channels.find((one) => one.id === id);
  return found === undefined
    ? t("a deleted channel")
    : `${displayedName(found.name)} · ${t(channelKinds[found.kind]?.title ?? found.kind)}`;
};

interface RowProps {
  one: Message;
  channels: NamedChannel[];
  events: Map<string, Event>;
}

function Row({ one, channels, events }: RowProps) {
  const first = one.items.map(({ event }) => events.get(event)).find((event) => event !== undefined);
  const title = titleOf(one, events);
  return (
    <li>
      <time>
        <Clock at={one.madeAt} />
      </time>
      <Icon
        name={
          one.board !== null
            ? "board"
            : one.digest !== null
              ? "digest"
              : first === undefined
                ? "message"
                : iconOf(first.type)
        }
        red={first?.type === "live.started" && one.edits === null}
      />
      <a class="t" href={`${MESSAGES}/${one.id}`}>
        <bdi class="cut">{title === null ? t("Content no longer stored") : displayedName(title)}</bdi>
        <small class="cut">{where(one.channelId, channels)}</small>
      </a>
      <StandingPill of={one} />
    </li>
  );
}

interface DaysProps {
  items: Message[];
  channels: NamedChannel[];
  events: Map<string, Event>;
}

/** Messages grouped by the day on which they were created. */
export function Days({ items, channels, events }: DaysProps) {
  const { zone, now } = useScene();
  const today = dayLabel(language(), now, zone);
  const days = Map.groupBy(items, ({ madeAt: createdAt }) => dayLabel(language(), createdAt, zone));
  return (
    <>
      {[...days].map(([day, its]) => (
        <section aria-label={day}>
          <h2 class="day">{day === today ? t("Today") : day}</h2>
          <ul class="m rows">
            {its.map((one) => (
              <Row one={one} channels={channels} events={events} />
            ))}
          </ul>
        </section>
      ))}
    </>
  );
}
