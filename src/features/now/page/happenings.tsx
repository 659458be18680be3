import type { Happening, Now } from "../now.ts";
import type { EventDelivery } from "../now-reading.ts";
import { iconOf, lineOf } from "../../../ui/words/events.ts";
import { Icon } from "../../../ui/parts/icon.tsx";
import { displayedName } from "../../../ui/words/name.ts";
import { Phrases } from "../../../ui/parts/phrases.tsx";
import { Pill } from "../../../ui/parts/pieces.tsx";
import { Time } from "../../../ui/parts/time.tsx";
import { plural, t } from "../../../ui/words/text.ts";
import { T } from "../../../ui/words/translated.tsx";

/** The latest events in words, with who was notified. */
export const Happenings = ({ now: { happenings } }: { now: Now }) => (
  <section class="card" aria-labelledby="happened">
    <div class="cap">
      <h2 id="happened">{t("What happened")}</h2>
    </div>
    {happenings.length === 0 ? (
      <p class="pad soft">
        {t("Nothing yet. Changes will appear here.")} <a href="/channels">{t("Where should alerts go?")}</a>
      </p>
    ) : (
      <ol class="rows feed">
        {happenings.map((one) => (
          <Row one={one} />
        ))}
      </ol>
    )}
  </section>
);

const Row = ({ one: { event, told: notified } }: { one: Happening }) => (
  <li>
    <Time at={event.occurredAt} />
    <Icon name={iconOf(event.type)} red={event.type === "live.started"} />
    <p class="cut2">
      <Phrases of={lineOf(event)} />
    </p>
    {notified === null ? <span></span> : <Notified told={notified} />}
  </li>
);

const named = (all: EventDelivery[]): string => {
  const names = [...new Set(all.map(({ channel }) => channel))];
  return names.length === 1 ? displayedName(names[0]!) : plural(names.length, "{n} channel", "{n} channels");
};

/** Who was notified. Shows the worst status first. */
function Notified({ told: notified }: { told: EventDelivery[] }) {
  const of = (status: EventDelivery["status"]) => notified.filter((one) => one.status === status);
  const [dead, pending, sent, held] = [
    of("dead"),
    of("pending"),
    of("sent"),
    of("held").filter(({ summed }) => !summed),
  ];
  const addressed = [...pending, ...sent, ...held];
  const cut = (words: string) => <bdi class="cut">{words}</bdi>;
  if (dead.length > 0)
    return (
      <span class="told">
        <Pill tone="hand" icon="hand">
          {cut(t("Not delivered to {channels}", { channels: named(dead) }))}
        </Pill>
      </span>
    );
  if (pending.length > 0)
    return (
      <span class="told">
        <Pill icon="clock">
          {sent.length === 0 ? t("Queued") : t("{arrived} of {n} sent", { arrived: sent.length, n: addressed.length })}
        </Pill>
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
          {held[0]!.nextAttemptAt === null ? (
            t("Delayed")
          ) : (
            <T of="Delayed until {when}" when={<Time at={held[0]!.nextAttemptAt} />} />
          )}
        </Pill>
      </span>
    );
  return (
    <span class="told">
      <Pill icon="ended">{notified.length > 0 ? t("Skipped") : t("No message")}</Pill>
    </span>
  );
}
