import { matchesEitherDay, nextTime } from "../../../core/schedule.ts";
import type { ListedEdition } from "../editions.ts";
import type { Digest } from "../resource/digest.ts";
import { Name } from "../../../ui/parts/name.tsx";
import { Time } from "../../../ui/parts/time.tsx";
import { scheduleWords } from "./schedule.ts";
import { lasting } from "../../../ui/words/time.ts";
import { marked, t } from "../../../ui/words/text.ts";
import { T } from "../../../ui/words/translated.tsx";

const MAX_TIMES = 3;

/** Its next times, under a heading with an id of the page. */
export function NextTimes({ one, now, id = "next" }: { one: Digest; now: number; id?: string }) {
  const times: number[] = [];
  for (let at: number | null = now; at !== null && times.length < MAX_TIMES;) {
    at = nextTime({ pattern: one.schedule, timezone: one.timezone }, at);
    if (at !== null) times.push(at);
  }
  return (
    <section class="flow">
      <h2 id={id}>{t("Upcoming")}</h2>
      {matchesEitherDay(one.schedule) ? <p class="small soft">{scheduleWords(one.schedule)}</p> : null}
      {one.enabled ? (
        <ul class="flow tight-flow">
          {times.map((at) => (
            <li>
              <T
                of="{when} <soft>in {time}</soft>"
                when={<Time at={at} />}
                time={lasting(at - now)}
                soft={(text) => <span class="soft">{text}</span>}
              />
            </li>
          ))}
        </ul>
      ) : (
        <p class="soft">{t("Paused.")}</p>
      )}
    </section>
  );
}

const OUTCOMES = {
  sent: marked("sent"),
  pending: marked("queued"),
  held: marked("delayed (quiet hours)"),
  suppressed: marked("skipped"),
  dead: marked("not delivered"),
} as const;

const outcomeOf = (written: boolean, message: ListedEdition["message"]): string =>
  t(!written ? "being prepared" : message === null ? "to another channel" : OUTCOMES[message.status]);

/** Its latest editions. */
export const Editions = ({ all }: { all: ListedEdition[] }) => (
  <section class="flow" aria-labelledby="before">
    <h2 id="before">{t("Sent")}</h2>
    {all.length === 0 ? <p class="soft">{t("None yet.")}</p> : null}
    <ul class="flow tight-flow">
      {all.map(({ madeAt: createdAt, list, written, message }) => (
        <li class="line">
          {list === null ? null : <Name of={list} />}
          {message === null ? (
            <Time at={createdAt} />
          ) : (
            <a href={`/messages/${message.id}`}>
              <Time at={createdAt} />
            </a>
          )}
          <span class="soft">
            {message?.sentAt == null
              ? outcomeOf(written, message)
              : t("{outcome} after {time}", {
                  outcome: outcomeOf(written, message),
                  time: lasting(Math.max(0, message.sentAt - createdAt)),
                })}
          </span>
        </li>
      ))}
    </ul>
  </section>
);
