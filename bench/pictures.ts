import { performance } from "node:perf_hooks";
import { build } from "esbuild";
import { convertV4MiniflareOptions, Miniflare, type V4MiniflareOptions } from "miniflare";
import { ASSETS } from "../host/runtime/configuration.ts";
import type { Chart } from "../src/core/chart.ts";
import { SAMPLES } from "../test/support/charts.ts";
import { median, type Bench, type Row } from "./bench.ts";

const REQUESTS = 50;
const A_REQUEST = 10;

async function bundled(): Promise<string> {
  const { outputFiles } = await build({
    entryPoints: ["bench/pictures-worker.ts"],
    bundle: true,
    write: false,
    minify: true,
    format: "esm",
    target: "es2024",
    conditions: ["workerd", "worker", "browser"],
    external: ["node:*"],
    logLevel: "error",
  });
  return outputFiles[0]!.text;
}

const started = (code: string): Miniflare =>
  new Miniflare(
    convertV4MiniflareOptions({
      cf: false,
      telemetry: { enabled: false },
      modules: [{ type: "ESModule", path: "worker.mjs", contents: code }],
      serviceBindings: { ASSETS },
      compatibilityDate: "2026-10-20",
      compatibilityFlags: ["nodejs_compat"],
    } as unknown as V4MiniflareOptions),
  );

// The clock inside does not move while it computes, so it is read outside, around a request that draws several pictures.
async function timed(
  worker: Miniflare,
  chart: Chart,
  theme: string,
  times: number,
): Promise<[ms: number, size: number]> {
  const from = performance.now();
  const init = { method: "POST", body: JSON.stringify(chart) };
  const answer = await worker.dispatchFetch(`http://bench.example/?theme=${theme}&times=${times}`, init);
  const size = Number(await answer.text());
  return [performance.now() - from, size];
}

async function row(script: string, what: string, chart: Chart, theme: string): Promise<Row> {
  const worker = started(script);
  try {
    const empty: number[] = [];
    for (let i = 0; i < 20; i++) empty.push((await timed(worker, chart, theme, 0))[0]);
    const rest = median(empty);
    const [first, size] = await timed(worker, chart, theme, 1);
    const all: number[] = [];
    for (let i = 0; i < REQUESTS; i++) all.push((await timed(worker, chart, theme, A_REQUEST))[0]);
    const ms = (value: number): number => Math.round(value * 100) / 100;
    return { what, "median ms": ms((median(all) - rest) / A_REQUEST), "first ms": ms(first - rest), bytes: size };
  } finally {
    await worker.dispose();
  }
}

/** A picture of every form and look, drawn in the Workers runtime: its time, the first one's in a new isolate, its size. */
export const pictures: Bench = {
  name: "pictures",
  async run() {
    const script = await bundled();
    const rows: Row[] = [];
    for (const [name, chart] of Object.entries(SAMPLES)) {
      for (const theme of ["light", "dark"]) rows.push(await row(script, `${name}, ${theme}`, chart, theme));
    }
    console.log(`the drawing code: ${Math.round(script.length / 1024)} kB`);
    return rows;
  },
};
