/** The settings from the environment: world seconds per second, the seed, and the service's credentials. */
export interface Settings {
  speed: number;
  seed: string;
  username: string;
  password: string;
  /** Tallylight's address, which the chats call; "" for none. */
  app: string;
  /** The private key of the Discord application (hexadecimal) and the signing secret of the Slack app. */
  discordKey: string;
  slackSecret: string;
}

/** Reads the variables SIM_…; throws an error that names an invalid one. */
export function settingsFrom(env: Record<string, unknown>): Settings {
  const text = (name: string, fallback: string): string => {
    const value = env[name];
    return typeof value === "string" && value !== "" ? value : typeof value === "number" ? String(value) : fallback;
  };
  const speed = Number(text("SIM_SPEED", "1"));
  if (!Number.isFinite(speed) || speed < 0) throw new Error("SIM_SPEED must be a number, 0 or more");
  return {
    speed,
    seed: text("SIM_SEED", "tallylight"),
    username: text("SIM_USERNAME", "demo"),
    password: text("SIM_PASSWORD", "demo"),
    app: text("SIM_APP", "").replace(/\/+$/, ""),
    discordKey: text("SIM_DISCORD_KEY", "0".repeat(64)),
    slackSecret: text("SIM_SLACK_SECRET", "none"),
  };
}
