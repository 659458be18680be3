import * as z from "zod";
import type { Refusal } from "../../core/refusal.ts";
import { lazy } from "../../core/lazy.ts";
import { ok, type Result } from "../../core/result.ts";
import { timezoneText } from "../../resources/fields.ts";
import { readForm } from "../../resources/form.ts";

/** What is set for the whole team. */
export interface Team {
  /** Null if it was never set; then UTC applies. */
  timezone: string | null;
}

export interface TeamDeps {
  read(): Promise<Team>;
  keep(team: Team): Promise<void>;
}

/** The form of the team's settings. */
export const teamForm = lazy(() =>
  z.strictObject({
    timezone: timezoneText()
      .nullable()
      .describe(
        "The team's IANA time zone. Pages show times in it, and reports and goals without a zone of their own use it. Null means UTC, and on pages the reader's own.",
      ),
  }),
);

/** Stores the team's settings. */
export async function setTeam(body: unknown, deps: TeamDeps): Promise<Result<Team, Refusal>> {
  const form = readForm(teamForm(), body);
  if (!form.ok) return form;
  await deps.keep(form.value);
  return ok(form.value);
}
