import type { FieldError } from "../../../core/refusal.ts";
import { choiceOf, plainControl } from "../../../ui/forms/controls.ts";
import { Field } from "../../../ui/parts/form.tsx";
import { Fold } from "../../../ui/parts/pieces.tsx";
import { Icon } from "../../../ui/parts/icon.tsx";
import { lasting } from "../../../ui/words/time.ts";
import { ZoneField } from "../../../ui/parts/zone.tsx";
import type { Draft } from "./draft.ts";
import { ClockKey, NightClock, quietIn } from "./clock.tsx";
import { errorWords } from "../../../ui/words/problem.ts";
import { meant, t } from "../../../ui/words/text.ts";

/** The choices for events during quiet hours, by form value. */
const ACTIONS = (to: string): Record<string, string> => ({
  hold: to === "" ? t("Send one summary when they end") : t("Send one summary at {time}", { time: to.slice(0, 5) }),
  drop: t("Skip"),
});

/** The clock of a draft. Its script redraws it when fields change. */
export const DraftClock = ({ draft, starts }: { draft: Draft; starts: number[] }) => {
  const quiet = quietIn(draft);
  return (
    <div id="clock" class="flow dial">
      <NightClock quiet={quiet} timezone={draft.timezone} starts={starts} />
      <ClockKey quiet={quiet} starts={starts} />
    </div>
  );
};

interface QuietProps {
  draft: Draft;
  errors: FieldError[];
  starts: number[];
}

/** The quiet hours. */
export function Quiet({ draft, errors, starts }: QuietProps) {
  const whole = errors.filter(({ pointer }) => pointer === "/quietHours");
  return (
    <fieldset class="flow">
      <legend>{t("Quiet hours")}</legend>
      <div class="at-night">
        <DraftClock draft={draft} starts={starts} />
        <div class="flow">
          <div class="times">
            {(["from", "to"] as const).map((side) => (
              <Field
                pointer={`/quietHours/${side}`}
                label={side === "from" ? meant("time", "From") : meant("time", "To")}
                value={draft[side]}
                errors={errors}
                type="time"
              />
            ))}
          </div>
          <p class="hint">{t("Leave both empty for none. Sent messages may still be edited, without pings.")}</p>
          <ZoneField name="/quietHours/timezone" id="zone" value={draft.timezone} errors={errors} />
          {whole.length === 0 ? null : (
            <p class="bad">
              <Icon name="hand" small />
              {errorWords(whole)}
            </p>
          )}
          <div class="opt" role="radiogroup" aria-label={t("During quiet hours")}>
            {Object.entries(ACTIONS(draft.to)).map(([value, words]) => (
              <label>
                <input type="radio" name="/quietHours/action" value={value} checked={draft.action === value} />
                <span>{words}</span>
              </label>
            ))}
          </div>
        </div>
      </div>
    </fieldset>
  );
}

const COOLDOWNS = [0, 300, 900, 3600, 21_600, 86_400];

/** Rarely used settings. */
export function More({ draft, errors }: Omit<QuietProps, "starts">) {
  const now = Number(draft.cooldownSeconds);
  const seconds = [...new Set([...COOLDOWNS, ...(Number.isInteger(now) && now > 0 ? [now] : [])])].sort(
    (a, b) => a - b,
  );
  const words = Object.fromEntries(
    seconds.map((one) => [
      String(one),
      one === 0 ? t("every time") : t("at most once in {time}", { time: lasting(one * 1000) }),
    ]),
  );
  return (
    <Fold
      title={t("More: frequency, grouping")}
      class="block"
      open={errors.some(({ pointer }) => pointer === "/cooldownSeconds")}
    >
      <div class="flow">
        <Field
          pointer="/cooldownSeconds"
          label={t("Same event of the same creator")}
          {...choiceOf(words)}
          value={draft.cooldownSeconds}
          errors={errors}
        />
        <Field
          pointer="/group"
          label={t("Send events that happen together as one message")}
          control={plainControl({ sort: "switch" })}
          value={String(draft.group)}
          errors={errors}
        />
      </div>
    </Fold>
  );
}
