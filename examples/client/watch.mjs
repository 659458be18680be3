// @ts-check
// Watches everybody of a CSV file and prints who is live:
//   TALLYLIGHT_URL=http://127.0.0.1:8787 TALLYLIGHT_TOKEN=… node examples/client/watch.mjs creators.csv
import { readFile } from "node:fs/promises";
import { tallylight } from "./client.mjs";

const { TALLYLIGHT_URL = "http://127.0.0.1:8787", TALLYLIGHT_TOKEN = "" } = process.env;
const [file = "examples/creators.csv"] = process.argv.slice(2);
const api = tallylight(TALLYLIGHT_URL, TALLYLIGHT_TOKEN);

/**
 * Imports the file; targets that are watched already stay as they are.
 * @param {string} csv
 */
async function watch(csv) {
  const { data, error } = await api.POST("/v1/targets/import", {
    body: csv,
    headers: { "content-type": "text/csv" },
    bodySerializer: (text) => text,
  });
  if (error !== undefined) throw new Error(error.detail);
  for (const item of data.items)
    if ("errors" in item) console.error(`line ${item.line}: ${item.errors.map((one) => one.message).join(", ")}`);
  console.log(`${data.summary.created + data.summary.existing} of ${data.items.length} are watched`);
}

/** Everybody who is on air now. */
async function printLive() {
  const { data, error } = await api.GET("/v1/status");
  if (error !== undefined) throw new Error(error.detail);
  for (const { name, startedAt } of data.liveNow)
    console.log(`${name} is live${startedAt ? ` since ${startedAt}` : ""}`);
  if (data.liveNow.length === 0) console.log("nobody is live");
}

await watch(await readFile(file, "utf8"));
await printLive();
