/** Where the APIs of the bots are (SLACK_API_BASE_URL, DISCORD_API_BASE_URL). */
export interface ApiBases {
  slack: string;
  discord: string;
}

/** The real ones. */
export const API_BASES: ApiBases = { slack: "https://slack.com/api", discord: "https://discord.com" };
