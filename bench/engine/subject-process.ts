// What is measured, in a process of its own with the runtime that it starts: the whole system, or the bare loop.
import { mkdtemp, rm } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { convertV4MiniflareOptions, Miniflare, type V4MiniflareOptions } from "miniflare";
import { openFront } from "../../scripts/host/front/front.ts";
import { OUTSIDE } from "../../scripts/host/configuration.ts";
import { startHost } from "../../scripts/host/host.ts";
import { openPreparer } from "../../scripts/host/preparer.ts";
import { bareAddress, bareCode } from "./bare.ts";
import { setting, TOKEN } from "../../test/support/setting.ts";

const START = Date.UTC(2026, 0, 5, 12);
const MINUTE = 60_000;

/** Polls all targets once; a batch that is out may end later. */
interface Subject {
  sweep(): Promise<void>;
  stop(): Promise<void>;
}

async function system(service: string, targets: number): Promise<Subject> {
  const state = await mkdtemp(join(tmpdir(), "tallylight-bench-"));
  const front = await openFront("127.0.0.1", 0);
  const preparer = openPreparer();
  const host = await startHost(
    {
      front,
      replay: true,
      simulator: null,
      state,
      bindings: {
        ...setting(service),
        UPSTREAM_POLLS_PER_MINUTE: String(targets * 2),
        LIMITS: "local",
      },
      log: () => undefined,
    },
    preparer.configuration,
  );
  preparer.close();
  const rows = Array.from({ length: targets }, (_, n) => ({
    kind: "live",
    name: `Creator ${n}`,
    params: { userId: String(1_000_000 + n) },
  }));
  const { status } = await fetch(`http://127.0.0.1:${front.port}/v1/targets/import`, {
    method: "POST",
    headers: { authorization: `Bearer ${TOKEN}`, "content-type": "application/json" },
    body: JSON.stringify(rows),
  });
  if (status !== 200) throw new Error(`the import answered ${status}`);
  let at = START;
  return {
    async sweep() {
      if (!(await host.tick(at))) throw new Error("the tick failed");
      at += MINUTE;
    },
    async stop() {
      await host.stop();
      await rm(state, { recursive: true, force: true });
    },
  };
}

/** `straight`: its calls leave the runtime as the system's do. */
async function bare(service: string, targets: number, straight: boolean): Promise<Subject> {
  const miniflare = new Miniflare(
    convertV4MiniflareOptions({
      cf: false,
      logRequests: false,
      telemetry: { enabled: false },
      stripCfConnectingIp: false,
      ...(straight ? { serviceBindings: { OUTSIDE } } : {}),
      modules: [{ type: "ESModule", path: "worker.mjs", contents: await bareCode() }],
      compatibilityDate: "2026-10-20",
    } as V4MiniflareOptions),
  );
  const asked = bareAddress(service, targets);
  return {
    async sweep() {
      const read = Number(await (await miniflare.dispatchFetch(asked)).text());
      if (read !== targets) throw new Error(`the bare loop read ${read} of ${targets}`);
    },
    stop: () => miniflare.dispose(),
  };
}

const [what, service, targets] = process.argv.slice(2);
const subject =
  what === "system"
    ? await system(service!, Number(targets))
    : await bare(service!, Number(targets), what === "straight");
process.on("message", () => void subject.sweep().then(() => process.send!({ swept: true })));
process.on("disconnect", () => void subject.stop().then(() => process.exit()));
process.send!({ ready: true });
