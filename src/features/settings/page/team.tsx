import type { Team } from "../../people/team-shape.ts";
import { LANGUAGES } from "../../../core/language.ts";
import { clockLabel, zoneIn } from "../../../core/calendar.ts";
import type { FieldError } from "../../../core/refusal.ts";
import type { Child } from "hono/jsx";
import { setTeam, type TeamPorts } from "../../people/team.ts";
import { granted, invalidIn } from "../../../http/problem.ts";
import { reaches } from "../../../http/auth.ts";
import { choiceOf } from "../../../ui/forms/controls.ts";
import { ownNameOf } from "../../../ui/language.ts";
import { backTo, ownPath, type PageContext } from "../../../ui/page.ts";
import {
  CALLS,
  CALLS_PER,
  CallsFields,
  perMinuteTyped,
  typedCalls,
  type TypedCalls,
} from "../../../ui/parts/calls.tsx";
import { Button, ButtonLink, Field, Form } from "../../../ui/parts/form.tsx";
import { TEAM_PATH, TEAM_ZONE_FIELD, UseBrowserZone, ZoneField } from "../../../ui/parts/zone.tsx";
import { useScene } from "../../../ui/parts/scene.ts";
import { SETTINGS } from "../../../ui/nav.ts";
import { language, t } from "../../../ui/words/text.ts";

/** The field of the language of messages. */
const LANGUAGE = "/language";

/** What was typed into the team's form, of which something was refused. */
export interface TypedTeam {
  timezone: string;
  language: string;
  calls: TypedCalls;
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

interface CardProps {
  team: Team;
  typed: TypedTeam | null;
  /** The calls per minute that all checks together need; null if that is not known. */
  needed: number | null;
}

/** A setting that only the server's environment or an owner changes: its name and value. */
const Fixed = ({
  id,
  label,
  variable,
  children,
}: {
  id?: string;
  label: string;
  variable?: string;
  children?: Child;
}) => (
  <div class="field" {...(id === undefined ? {} : { id })}>
    <p class="lab">{label}</p>
    <p>
      <b>{children}</b>
    </p>
    {variable === undefined ? null : (
      <p class="hint">{t("Set on the server as {variable}. It can only be changed there.", { variable })}</p>
    )}
  </div>
);

const perMinuteWords = (n: number) => t("{n} per minute", { n });

/** Compares what all checks need with what there is. */
const useWords = ({ pollsPerMinute }: Team, needed: number | null): string =>
  needed === null
    ? ""
    : needed > pollsPerMinute
      ? t("You need {needed} per minute, so creators take turns.", { needed })
      : t("You use {needed} of {perMinute} per minute.", { needed, perMinute: pollsPerMinute });

/** What applies to the whole team: owners change it, the others see it. */
export function TeamCard(props: CardProps) {
  const { session } = useScene();
  return (
    <section class="card pad flow" aria-labelledby="team">
      <h2 id="team">{t("Team")}</h2>
      {session !== null && reaches(session.actor, "admin") ? <TeamForm {...props} /> : <TeamFacts {...props} />}
    </section>
  );
}

const TeamFacts = ({ team, needed }: CardProps) => (
  <>
    <p class="soft">{t("Only an owner can change these.")}</p>
    <Fixed label={t("Time zone")}>{team.timezone ?? t("Not set")}</Fixed>
    <Fixed label={t("Language of messages")}>{ownNameOf(team.language)}</Fixed>
    <Fixed id="calls" label={t("Calls to your data service")}>
      {perMinuteWords(team.pollsPerMinute)}
    </Fixed>
    <p class="soft">{useWords(team, needed)}</p>
  </>
);

function TeamForm({ team, typed, needed }: CardProps) {
  const { environment, timezone, pollsPerMinute } = team;
  const errors = typed?.errors ?? [];
  const names = Object.fromEntries(LANGUAGES.map((one) => [one, ownNameOf(one)]));
  return (
    <>
      <p class="soft">{t("For everyone, on all pages and in all messages.")}</p>
      <UseBrowserZone from={SETTINGS} />
      <Form action={TEAM_PATH} class="team">
        <ZoneField
          name={TEAM_ZONE_FIELD}
          id="team-zone"
          value={typed?.timezone ?? timezone ?? ""}
          errors={errors}
          none={t("Not set")}
          hint={
            timezone === null
              ? t("Not set: reports count days in UTC. Type a city, such as New York.")
              : t("For pages, reports, goals and quiet hours. Type a city, such as New York.")
          }
        />
        {environment.includes("language") ? (
          <Fixed label={t("Language of messages")} variable="LANGUAGE">
            {ownNameOf(team.language)}
          </Fixed>
        ) : (
          <Field
            pointer={LANGUAGE}
            id="team-language"
            label={t("Language of messages")}
            value={typed?.language ?? team.language}
            errors={errors}
            {...choiceOf(names)}
            hint={t("Channels can have their own.")}
          />
        )}
        <div id="calls">
          {environment.includes("pollsPerMinute") ? (
            <Fixed label={t("Calls to your data service")} variable="UPSTREAM_POLLS_PER_MINUTE">
              {perMinuteWords(pollsPerMinute)}
            </Fixed>
          ) : (
            <CallsFields
              typed={typed?.calls ?? { number: String(pollsPerMinute), per: "minute" }}
              errors={errors}
              hint={`${t("Your contract with the service says how many. Tallylight never makes more.")} ${useWords(team, needed)}`.trim()}
            />
          )}
        </div>
        <p class="line">
          <Button>{t("Save")}</Button>
          <ButtonLink href="/plan" look="bare">
            {t("Capacity planner")}
          </ButtonLink>
        </p>
      </Form>
    </>
  );
}

/** Stores what the form has, and leads back; otherwise returns what was typed, and what is wrong with it. */
export async function savedTeam(context: PageContext<TeamPorts>): Promise<Response | TypedTeam> {
  const { fields, ports, url } = context;
  const before = await ports.team.read();
  const timezone = zoneIn(fields.text(TEAM_ZONE_FIELD).trim());
  const calls = typedCalls(fields);
  const budget = fields.has(CALLS) ? perMinuteTyped(calls, ports.team.budget.most) : undefined;
  const typed = { timezone, language: fields.text(LANGUAGE), calls };
  if (Array.isArray(budget)) return { ...typed, errors: budget };
  const stored = await setTeam(
    {
      ...(fields.has(TEAM_ZONE_FIELD) ? { timezone: timezone === "" ? null : timezone } : {}),
      ...(fields.has(LANGUAGE) ? { language: typed.language } : {}),
      ...(budget === undefined ? {} : { pollsPerMinute: budget }),
    },
    ports.team,
  );
  const errors = invalidIn(stored);
  if (errors !== null) return { ...typed, errors };
  const { text, undo } = changesOf(before, granted(stored));
  const from = ownPath(fields.text("from") || SETTINGS, url);
  const back = { ...undo, fields: { ...undo.fields, from } };
  return backTo(from, text === "" ? { text: t("Nothing changed") } : { text, undo: back }, context);
}

/** What changed, in words, and the fields that change it back. */
function changesOf(before: Team, after: Team) {
  const words: string[] = [];
  const fields: Record<string, string> = {};
  if (after.timezone !== before.timezone) {
    words.push(
      after.timezone === null
        ? t("Time zone removed")
        : t("Time zone set to {zone}: days, months and goals count there now", { zone: after.timezone }),
    );
    fields[TEAM_ZONE_FIELD] = before.timezone ?? "";
  }
  if (after.language !== before.language) {
    words.push(t("Messages are now in {language}", { language: ownNameOf(after.language) }));
    fields[LANGUAGE] = before.language;
  }
  if (after.pollsPerMinute !== before.pollsPerMinute) {
    words.push(t("{n} calls per minute allowed", { n: after.pollsPerMinute }));
    Object.assign(fields, { [CALLS]: String(before.pollsPerMinute), [CALLS_PER]: "minute" });
  }
  return { text: words.join(" · "), undo: { action: TEAM_PATH, fields } };
}
