import type { Event } from "../../../core/event.ts";
import { eventTypes } from "../../../kinds/events.ts";
import { cut } from "../../../core/text.ts";
import { clockLabel, dayLabel } from "../../../core/calendar.ts";
import { Button } from "../../../ui/parts/form.tsx";
import { displayedName } from "../../../ui/words/name.ts";
import { useScene } from "../../../ui/parts/scene.ts";
import { Chain, type WhyProps } from "./why-chain.tsx";
import { Answer } from "./why-words.tsx";
import { language, t } from "../../../ui/words/text.ts";

/**
 * Returns the event that the address names, or null for "now". By default, this is the latest urgent event, or else the
 * latest one.
 */
export function requestedAbout(events: Event[], about: string | null): Event | null {
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
export function WhyNothing(props: WhyProps) {
  const { why, events, at, trouble } = props;
  const { zone } = useScene();
  return (
    <section class="card" aria-labelledby="why">
      <div class="cap">
        <h2 id="why">{t("Why didn't I get an alert?")}</h2>
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
