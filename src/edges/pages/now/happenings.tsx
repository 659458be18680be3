import type { Event } from "../../../core/event.ts";
import type { Phrase } from "../../../core/notice.ts";
import type { Happening, Now } from "../../../flows/browse/now.ts";
import type { Telling } from "../../../flows/browse/now-reading.ts";
import { eventTypes } from "../../../targets/events.ts";
import { targetKinds } from "../../../targets/registry.ts";
import { Icon, iconNamed, type IconName } from "../parts/icon.tsx";
import { shownName } from "../parts/name.tsx";
import { Phrases } from "../parts/phrases.tsx";
import { Pill } from "../parts/pieces.tsx";
import { Time } from "../parts/time.tsx";

/** What happened last, in words, with who was told. */
export const Happenings = ({ now: { happenings } }: { now: Now }) => (
  <section class="card" aria-labelledby="happened">
    <div class="cap">
      <h2 id="happened">What happened</h2>
    </div>
    {happenings.length === 0 ? (
      <p class="pad soft">Nothing yet. Changes will appear here.</p>
    ) : (
      <ol class="rows feed">
        {happenings.map((one) => (
          <Row one={one} />
        ))}
      </ol>
    )}
  </section>
);

const Row = ({ one: { event, told } }: { one: Happening }) => (
  <li>
    <Time at={event.occurredAt} />
    <Icon name={iconOf(event.type)} red={event.type === "live.started"} />
    <p class="cut2">
      <Phrases of={lineOf(event)} />
    </p>
    {told === null ? <span></span> : <Told told={told} />}
  </li>
);

const WELL = new Set(["target.recovered", "upstream.recovered", "system.recovered"]);

/** What stands for an event in a line. */
export function iconOf(type: string): IconName {
  const [kind, ...others] = eventTypes[type]?.kinds ?? [];
  if (kind === undefined || others.length > 0) return WELL.has(type) ? "well" : "hand";
  const { icon, icons = {} } = targetKinds[kind]!.page;
  return iconNamed(icons[type] ?? icon);
}

/** An event in a line; one that no words fit any more is named. */
export function lineOf(event: Event): Phrase[] {
  try {
    const { line } = eventTypes[event.type]!.words(event, "en");
    return withoutInstant(line);
  } catch {
    return [{ strong: event.target?.name ?? "Tallylight" }, " changed"];
  }
}

/** A line without its clause of when: the time stands beside it. */
function withoutInstant(line: Phrase[]): Phrase[] {
  const place = line.findIndex((phrase) => typeof phrase === "object" && "at" in phrase);
  const before = line[place - 1];
  if (typeof before !== "string" || !before.includes(" · ")) return line;
  return [...line.slice(0, place - 1), before.slice(0, before.lastIndexOf(" · ")), ...line.slice(place + 1)];
}

const named = (all: Telling[]): string => {
  const names = [...new Set(all.map(({ channel }) => channel))];
  return names.length === 1 ? shownName(names[0]!) : `${names.length} channels`;
};

/** Who was told: the worst that there is to say, for it wants to be seen. */
function Told({ told }: { told: Telling[] }) {
  const of = (status: Telling["status"]) => told.filter((one) => one.status === status);
  const [dead, pending, sent, held] = [
    of("dead"),
    of("pending"),
    of("sent"),
    of("held").filter(({ summed }) => !summed),
  ];
  const cut = (words: string) => <bdi class="cut">{words}</bdi>;
  if (dead.length > 0)
    return (
      <span class="told">
        <Pill tone="hand" icon="hand">
          {cut(`Not delivered to ${named(dead)}`)}
        </Pill>
      </span>
    );
  if (pending.length > 0)
    return (
      <span class="told">
        <Pill icon="clock">Queued</Pill>
      </span>
    );
  if (sent.length > 0)
    return (
      <span class="told">
        <Pill tone="good" icon="done">
          {cut(named(sent))}
        </Pill>
      </span>
    );
  if (held.length > 0)
    return (
      <span class="told">
        <Pill tone="night" icon="moon">
          Delayed
          {held[0]!.nextAttemptAt === null ? null : (
            <>
              {" until "}
              <Time at={held[0]!.nextAttemptAt} />
            </>
          )}
        </Pill>
      </span>
    );
  return (
    <span class="told">
      <Pill icon="ended">{told.length > 0 ? "Skipped" : "No alert matches"}</Pill>
    </span>
  );
}
