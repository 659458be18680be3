import { mkdtemp, rm } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { openFront } from "../../host/runtime/front/front.ts";
import { startHost } from "../../host/runtime/host.ts";
import { openPreparer } from "../../host/runtime/preparer.ts";
import { manyACall } from "../../test/support/many-a-call.ts";
import { setting, TOKEN } from "../../test/support/setting.ts";
import type { Subject } from "./subject-process.ts";

const START = Date.UTC(2026, 0, 5, 12);
const MINUTE = 60_000;

/** The whole system, with so many targets, of whom one call asks for so many. */
export async function system(service: string, targets: number, perCall: number): Promise<Subject> {
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
        ...(perCall === 1 ? {} : { UPSTREAM_OPERATIONS: manyACall(perCall) }),
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
