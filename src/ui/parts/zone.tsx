import { cityOf, clockLabel, isTimezone } from "../../core/calendar.ts";
import type { FieldError } from "../../core/refusal.ts";
import { errorWords } from "../words/problem.ts";
import { language, t } from "../words/text.ts";
import { SETTINGS } from "../nav.ts";
import { Allowed, Button, Form } from "./form.tsx";
import { Icon } from "./icon.tsx";
import { useScene } from "./scene.ts";

interface ZoneProps {
  /** The name in the form: the JSON Pointer of the zone. */
  name: string;
  id: string;
  label?: string;
  value: string;
  errors?: FieldError[];
  /** Says what applies if the field is empty, where it may be. */
  none?: string;
  hint?: string;
}

/**
 * A field for a time zone, by name or by city. It suggests the zones at hand; the pages' script suggests all that the
 * browser knows.
 */
export function ZoneField({ name, id, label = t("Time zone"), value, errors = [], none, hint }: ZoneProps) {
  const { now, zone, readerZone } = useScene();
  const invalid = errors.filter(({ pointer }) => pointer === name);
  const near = [...new Set([value, zone, readerZone ?? "", "UTC"])].filter(isTimezone);
  const clock = isTimezone(value) ? `${t("Now {time} there.", { time: clockLabel(language(), now, value) })} ` : "";
  return (
    <div class="field">
      <label for={id}>{label}</label>
      <input
        class="in"
        name={name}
        id={id}
        value={value}
        list={`${id}-list`}
        data-zones
        maxlength={64}
        autocomplete="off"
        autocapitalize="off"
        spellcheck={false}
        aria-describedby={invalid.length === 0 ? `${id}-hint` : `${id}-bad ${id}-hint`}
        {...(none === undefined ? { placeholder: "Berlin" } : { placeholder: none })}
        {...(invalid.length === 0 ? {} : { "aria-invalid": "true" as const })}
      />
      <datalist id={`${id}-list`}>
        {near.map((one) => (
          <option value={one}>{cityOf(one)}</option>
        ))}
      </datalist>
      <p class="hint" id={`${id}-hint`}>
        {clock}
        {hint ?? t("Type a city, such as New York.")}
      </p>
      {invalid.length === 0 ? null : (
        <p class="bad" id={`${id}-bad`}>
          <Icon name="hand" small />
          {errorWords(invalid)}
        </p>
      )}
    </div>
  );
}

/** The path of the form of the team's settings, of which any may be sent. */
export const TEAM_PATH = `${SETTINGS}/team`;

/** The field of the team's time zone in it. */
export const TEAM_ZONE_FIELD = "/timezone";

/** Sets the team's time zone to that of the browser, while there is none, and leads back `from` where it stands. */
export function UseBrowserZone({ from }: { from: string }) {
  const { session, readerZone } = useScene();
  return readerZone === null || session?.timezone != null ? (
    <></>
  ) : (
    <Allowed scope="admin">
      <Form action={TEAM_PATH}>
        <input type="hidden" name={TEAM_ZONE_FIELD} value={readerZone} />
        <input type="hidden" name="from" value={from} />
        <Button>{t("Use {zone} for the team", { zone: readerZone })}</Button>
      </Form>
    </Allowed>
  );
}
