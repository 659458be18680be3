import { forms } from "../forms.ts";
import { settingsShape } from "../shapes/config.ts";
import type { Documented } from "../documented.ts";

const tag = "Settings";

export const settingsOperations: Record<string, Documented> = {
  getSettings: {
    tag,
    summary: "Get the team's settings",
    description: "Tokens that are limited to watchlists may not read them.",
    status: 200,
    reply: { description: "The settings", schema: settingsShape },
  },
  setSettings: {
    tag,
    summary: "Set the team's settings",
    description:
      "`timezone` applies to pages, reports, daily airtime and goals that have no time zone of their own, from the next request on.",
    body: forms.settings,
    status: 200,
    reply: { description: "The settings as stored", schema: settingsShape },
  },
};
