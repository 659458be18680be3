// @ts-check
// Watches everybody of a CSV file and prints who is live:
//   TALLYLIGHT_URL=http://127.0.0.1:8787 TALLYLIGHT_TOKEN=… node examples/watch.mjs creators.csv
import { readFile } from "node:fs/promises";
// In a program of your own: from "tallylight-client"
import { createClient } from "../packages/client/src/index.ts";

const { TALLYLIGHT_URL = "http://127.0.0.1:8787", TALLYLIGHT_TOKEN = "" } = process.env;
const [file = "examples/creators.csv"] = process.argv.slice(2);
const api = createClient({ baseUrl: TALLYLIGHT_URL, token: TALLYLIGHT_TOKEN });

/**
 * Imports the file; targets that are watched already stay as they are.
 * @param {string} csv
 */
async function watch(csv) {
  const { items, summary } = await api.post("/v1/targets/import", { body: csv, contentType: "text/csv" });
  for (const item of items)
    if ("errors" in item) console.error(`line ${item.line}: ${item.errors.map((one) => one.message).join(", ")}`);
  console.log(`${summary.created + summary.existing} of ${items.length} are watched`);
}

/** Everybody who is on air now. */
async function printLive() {
  const { liveNow } = await api.get("/v1/status");
  for (const { name, startedAt } of liveNow) console.log(`${name} is live${startedAt ? ` since ${startedAt}` : ""}`);
  if (liveNow.length === 0) console.log("nobody is live");
}

await watch(await readFile(file, "utf8"));
await printLive();
