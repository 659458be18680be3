import type { FieldError } from "../../../core/refusal.ts";
import { matchesEitherDay, nextTime } from "../../../core/schedule.ts";
import { sections } from "../../../sections/registry.ts";
import { Field } from "../../../ui/parts/form.tsx";
import { Name } from "../../../ui/parts/name.tsx";
import { Fold } from "../../../ui/parts/pieces.tsx";
import { Icon } from "../../../ui/parts/icon.tsx";
import { Time } from "../../../ui/parts/time.tsx";
import { ZoneField } from "../../../ui/parts/zone.tsx";
import { lasting } from "../../../ui/words/time.ts";
import { T } from "../../../ui/words/translated.tsx";
import type { ListedEdition } from "../editions.ts";
import type { Digest } from "../resource/digest.ts";
import type { Draft } from "./draft.ts";
import { scheduleWords, WHEN } from "./schedule.ts";
import { errorWords } from "../../../ui/words/problem.ts";
import { language, marked, t } from "../../../ui/words/text.ts";

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
  sent: marked("arrived"),
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
    <h2 id="before">{t("Last editions")}</h2>
    {all.length === 0 ? <p class="soft">{t("None yet: the next one is the first.")}</p> : null}
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
          <Icon name={message?.status === "sent" ? "done" : message?.status === "dead" ? "hand" : "clock"} small />
          <span class={message?.status === "dead" ? "warn" : "soft"}>
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

const ABOUT: Record<string, string> = {
  lives: marked("time live, with a chart"),
  rankings: marked("who climbed and who fell"),
  hashtags: marked("growth compared with earlier weeks, with a chart"),
  products: marked("price changes and sales"),
  airtime: marked("hours, valid days and goals of each creator, with the whole table"),
};

export interface PartProps {
  draft: Draft;
  errors: FieldError[];
}

/** The schedule. */
export const Times = ({ draft, errors }: PartProps) => {
  const invalid = errors.filter(({ pointer }) => pointer === "/schedule");
  const odd = draft.cron !== "" && draft.when === "";
  return (
    <fieldset class="flow">
      <legend>{t("Schedule")}</legend>
      <div class="two">
        <div class="field">
          <label for="when">{t("Day")}</label>
          <select class="in" name="when" id="when">
            {WHEN.map(([value, words]) => (
              <option value={value} selected={draft.when === value}>
                {t(words)}
              </option>
            ))}
            <option value="" selected={draft.when === ""}>
              {odd ? scheduleWords(draft.cron) : t("custom")}
            </option>
          </select>
        </div>
        <Field pointer="time" label={t("Time")} value={draft.time} type="time" />
      </div>
      {invalid.length === 0 ? null : (
        <p class="bad-words" role="alert">
          <Icon name="hand" small />
          {draft.when !== "" && draft.time === "" ? t("Choose a time") : errorWords(invalid)}
        </p>
      )}
      <ZoneField name="/timezone" id="zone" value={draft.timezone} errors={errors} />
      <Fold title={t("Details: custom schedule (cron)")} open={invalid.length > 0 && draft.when === ""}>
        <Field
          pointer="cron"
          label={t("Cron pattern, five fields")}
          value={draft.cron}
          placeholder="0 9 * * 1"
          hint={t("Used when “custom” is selected above.")}
        />
      </Fold>
    </fieldset>
  );
};

/** The sections. */
export const Sections = ({ draft, errors }: PartProps) => {
  const invalid = errors.filter(({ pointer }) => pointer.startsWith("/sections"));
  const order = [...draft.sections, ...Object.keys(sections).filter((name) => !draft.sections.includes(name))];
  return (
    <fieldset class="flow">
      <legend>{t("Content")}</legend>
      <div class="opt">
        {order.flatMap((name) =>
          sections[name] === undefined ? (
            []
          ) : (
            <label>
              <input
                class="tick"
                type="checkbox"
                name="sections"
                value={name}
                checked={draft.sections.includes(name)}
              />
              <span>
                {sections[name].title(language())}
                <small>{t(ABOUT[name] ?? "")}</small>
              </span>
            </label>
          ),
        )}
      </div>
      {invalid.length === 0 ? null : (
        <p class="bad-words" role="alert">
          <Icon name="hand" small />
          {errorWords(invalid)}
        </p>
      )}
    </fieldset>
  );
};
