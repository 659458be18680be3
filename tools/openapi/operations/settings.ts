import { forms } from "../forms.ts";
import { settingsShape } from "../../../src/features/people/team-shape.ts";
import type { Documented } from "../documented.ts";

const tag = "Settings";

export const settingsOperations: Record<string, Documented> = {
  getSettings: {
    tag,
    summary: "Get the team's settings",
    description: "What is in force, and which settings the environment sets.",
    status: 200,
    reply: { description: "The settings", schema: settingsShape },
  },
  setSettings: {
    tag,
    summary: "Set the team's settings",
    description:
      "`timezone` applies to pages, reports, daily airtime and goals that have no time zone of their own, from the next request on. `pollsPerMinute` applies from the next tick on, `language` from the next message on. Fields that are missing stay as they are.",
    body: forms.settings,
    status: 200,
    reply: { description: "The settings in force", schema: settingsShape },
  },
};
