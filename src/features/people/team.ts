import * as z from "zod";
import { refusedBudget, type ConfiguredBudget } from "../../core/budget.ts";
import { LANGUAGES, type Language } from "../../core/language.ts";
import { invalid, type Refusal } from "../../core/refusal.ts";
import { lazy } from "../../core/lazy.ts";
import { ok, type Result } from "../../core/result.ts";
import { timezoneText } from "../../resources/fields.ts";
import { readForm } from "../../resources/form.ts";
import type { Team } from "./team-shape.ts";

/** What applies to the whole team, as far as people set it: null where they did not. */
interface StoredTeam {
  timezone: string | null;
  language: Language | null;
  /** The budget: calls to the data service per minute. */
  pollsPerMinute: number | null;
}

export interface TeamDeps {
  read(): Promise<Team>;
  /** Stores these settings. Those that are missing stay as they are. */
  keep(team: Partial<StoredTeam>): Promise<void>;
  budget: ConfiguredBudget;
}

export interface TeamPorts {
  /** What is set for the whole team. */
  team: TeamDeps;
}

/** The form of the team's settings. */
export const teamForm = lazy(() =>
  z.strictObject({
    timezone: timezoneText()
      .nullable()
      .optional()
      .describe(
        "The team's IANA time zone. Pages show times in it, and reports and goals without a zone of their own use it. Null means UTC, and on pages the reader's own.",
      ),
    language: z
      .enum(LANGUAGES)
      .nullable()
      .optional()
      .describe("The language of messages where a channel sets none. Null means English."),
    pollsPerMinute: z
      .int()
      .min(1)
      .nullable()
      .optional()
      .describe("The budget: calls to the data service per minute. Null means the default."),
  }),
);

/** Stores the team's settings. What the environment sets still takes precedence, as the answer shows. */
export async function setTeam(body: unknown, deps: TeamDeps): Promise<Result<Team, Refusal>> {
  const form = readForm(teamForm(), body);
  if (!form.ok) return form;
  const refused = refusedBudget(deps.budget, form.value.pollsPerMinute ?? null);
  if (refused !== null) return invalid("/pollsPerMinute", refused);
  const provided = Object.entries(form.value).filter(([, value]) => value !== undefined);
  if (provided.length === 0) return invalid("", "must set something");
  await deps.keep(Object.fromEntries(provided));
  return ok(await deps.read());
}
