import { SETTINGS } from "../../../ui/nav.ts";
import { clockLabel, zoneIn } from "../../../core/calendar.ts";
import type { FieldError } from "../../../core/refusal.ts";
import { setTeam } from "../../people/team.ts";
import { granted, invalidIn } from "../../../http/problem.ts";
import { backTo, type PageContext } from "../../../ui/page.ts";
import { Allowed, Button, Form } from "../../../ui/parts/form.tsx";
import { TEAM_ZONE_FIELD as ZONE, UseBrowserZone, ZoneField } from "../../../ui/parts/zone.tsx";
import { useScene } from "../../../ui/parts/scene.ts";
import { language, t } from "../../../ui/words/text.ts";

/** A typed zone that was refused. */
export interface TypedZone {
  value: string;
  errors: FieldError[];
}

/** Says whose clock the pages show. */
export function ZoneLine() {
  const { session, zone, readerZone, now } = useScene();
  const time = clockLabel(language(), now, zone);
  if (session?.timezone == null)
    return (
      <>
        {readerZone === null
          ? t("Times are in UTC, because no time zone is set and your browser didn’t report one.")
          : t("Times are in {zone}, the time zone of your browser. It is {time} there now.", { zone, time })}
      </>
    );
  const there = readerZone === null ? "" : clockLabel(language(), now, readerZone);
  return (
    <>
      {t("Times are in {zone}, the team’s time zone. It is {time} there now.", { zone, time })}
      {readerZone === null || readerZone === zone
        ? ""
        : ` ${t("Your browser is in {zone}, where it is {time}.", { zone: readerZone, time: there })}`}
    </>
  );
}

/** The team's time zone, for admins. */
export function ZoneCard({ typed }: { typed: TypedZone | null }) {
  const { session } = useScene();
  const stored = session?.timezone ?? null;
  return (
    <Allowed scope="admin">
      <section class="card pad flow" aria-labelledby="clock-of-team">
        <h2 id="clock-of-team">{t("Time zone")}</h2>
        <p class="soft">
          {t(
            "Used on all pages, for reports and goals without their own time zone, and suggested for digests and quiet hours.",
          )}
          {stored === null
            ? ` ${t("Not set yet: everyone sees times in their own, and reports count days in UTC.")}`
            : ""}
        </p>
        <Form action={`${SETTINGS}/time-zone`} class="flow">
          <ZoneField
            name={ZONE}
            id="team-zone"
            label={t("Team’s time zone")}
            value={typed?.value ?? stored ?? ""}
            errors={typed?.errors ?? []}
            none={t("Not set")}
            hint={t("Type a city, such as New York. Empty means UTC for reports, and each person’s own on pages.")}
          />
          <p class="line">
            <Button>{t("Save")}</Button>
          </p>
        </Form>
        <UseBrowserZone />
      </section>
    </Allowed>
  );
}

/** Stores the zone, and leads back; otherwise returns what was typed, and what is wrong with it. */
export async function savedZone(context: PageContext<"team">): Promise<Response | TypedZone> {
  const value = zoneIn(context.fields.text(ZONE).trim());
  const before = context.session.timezone;
  const stored = await setTeam({ timezone: value === "" ? null : value }, context.ports.team);
  const errors = invalidIn(stored);
  if (errors !== null) return { value, errors };
  const { timezone } = granted(stored);
  const undo = { action: `${SETTINGS}/time-zone`, fields: { [ZONE]: before ?? "" } };
  const text = timezone === null ? t("Time zone removed") : t("Time zone set to {zone}", { zone: timezone });
  return backTo(SETTINGS, timezone === before ? { text } : { text, undo }, context);
}
