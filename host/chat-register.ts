// Registers the command `/tally` of a Discord application, in all languages. Repeating it replaces the command.
import { discordCommand } from "../src/features/chats/doors/discord-command.ts";
import { watchFailures } from "./failure.ts";

watchFailures();

const { DISCORD_APPLICATION_ID: id = "", DISCORD_BOT_TOKEN: token = "" } = process.env;
const root = process.env["DISCORD_API_BASE_URL"] ?? "https://discord.com";

if (!/^\d{1,25}$/.test(id) || token === "") {
  console.error("Set DISCORD_APPLICATION_ID and DISCORD_BOT_TOKEN, as the Discord developer portal shows them.");
  process.exit(2);
}

const url = `${root.replace(/(\/api(\/v\d+)?)?\/*$/, "")}/api/v10/applications/${id}/commands`;
const headers = { authorization: `Bot ${token}`, "content-type": "application/json" };
try {
  const response = await fetch(url, { method: "PUT", headers, body: JSON.stringify([discordCommand()]) });
  if (!response.ok) throw new Error(`Discord answered ${response.status}: ${(await response.text()).slice(0, 300)}`);
  console.log("Discord knows /tally now. Members see it within a minute.");
} catch (thrown) {
  console.error(`The command was not registered. ${thrown instanceof Error ? thrown.message : String(thrown)}`);
  process.exit(1);
}
