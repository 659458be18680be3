import { mkdtemp, rm } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { setTimeout as sleep } from "node:timers/promises";
import { openFront } from "../host/runtime/front/front.ts";
import { startHost } from "../host/runtime/host.ts";
import { openPreparer } from "../host/runtime/preparer.ts";
import { fakeUpstream } from "../test/support/fake-upstream.ts";
import { setting, TOKEN } from "../test/support/setting.ts";
import type { Bench, Row } from "./bench.ts";
import { ticking } from "./ticking.ts";

const TARGETS = 100;
const ATTACKERS = 3;
const QUIET_MS = 30_000;
const ATTACK_MS = 60_000;

const FORM = "application/x-www-form-urlencoded";

/** What was seen to stop polling for minutes: one long field, and many short ones. */
const BODIES = ["next=".padEnd(12_500_000, "x"), "a=b&".repeat(300_000)];
const PATHS = ["/sign-in", "/sign-out", "/creators/add", "/alerts/new"];

async function run(): Promise<Row[]> {
  const upstream = await fakeUpstream();
  const state = await mkdtemp(join(tmpdir(), "tallylight-bench-"));
  const front = await openFront("127.0.0.1", 0);
  const preparer = openPreparer();
  const bindings = { ...setting(upstream.url), LIMITS: "local", UPSTREAM_POLLS_PER_MINUTE: "1000" };
  const host = await startHost(
    { front, replay: false, simulator: null, state, bindings, log: () => undefined },
    preparer.configuration,
  );
  preparer.close();
  const base = `http://127.0.0.1:${front.port}`;
  try {
    const rows = Array.from({ length: TARGETS }, (_, n) => ({
      kind: "live",
      name: `c${n}`,
      params: { userId: `${7000 + n}` },
    }));
    const headers = { authorization: `Bearer ${TOKEN}`, "content-type": "application/json" };
    await fetch(`${base}/v1/targets/import`, { method: "POST", headers, body: JSON.stringify(rows) });
    const ticks = ticking(host);
    const longest = () => Math.max(...ticks.took.splice(0));
    await sleep(QUIET_MS);
    const quiet = longest();
    let sent = 0;
    const statuses = new Set<number>();
    const until = Date.now() + ATTACK_MS;
    const attack = async (of: number) => {
      for (let n = of; Date.now() < until; n++) {
        const [path, body] = [PATHS[n % PATHS.length]!, BODIES[n % BODIES.length]!];
        const init = {
          method: "POST",
          headers: { "content-type": FORM, origin: base, "sec-fetch-site": "same-origin" },
          body,
        };
        await fetch(base + path, init).then(
          async (answer) => {
            statuses.add(answer.status);
            await answer.arrayBuffer();
          },
          () => statuses.add(0),
        );
        sent += 1;
      }
    };
    await Promise.all(Array.from({ length: ATTACKERS }, (_, n) => attack(n)));
    const under = longest();
    await ticks.stop();
    return [
      {
        what: `${ATTACKERS} who post forms of 12.5 MB and of 300,000 fields without a pause, a minute long`,
        forms: sent,
        answers: [...statuses].toSorted((a, b) => a - b).join(),
        "longest tick before ms": quiet,
        "longest tick meanwhile ms": under,
        "ticks skipped": ticks.skipped(),
      },
    ];
  } finally {
    await host.stop();
    await upstream.close();
    await rm(state, { recursive: true, force: true });
  }
}

/** How late ticks come while others send all that they can. */
export const attack: Bench = { name: "attack", run };
