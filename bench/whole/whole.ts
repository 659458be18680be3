import { fork, type ChildProcess } from "node:child_process";
import { once } from "node:events";
import { mkdtemp, rm } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { openFront } from "../../host/runtime/front/front.ts";
import { startHost, type Host } from "../../host/runtime/host.ts";
import { openPreparer } from "../../host/runtime/preparer.ts";
import { setting, TOKEN } from "../../test/support/setting.ts";
import type { Arrived, Requested } from "./other-side.ts";

/** The polled service and the receivers. */
interface OtherSide {
  process: ChildProcess;
  url: string;
  receiver: string;
  /** So many more creators go on air; answers what has arrived. */
  ask(live: number): Promise<Arrived>;
}

/** What `npm start` runs, in this process, with the other side in a process of its own. */
export interface Whole {
  other: OtherSide;
  host: Host;
  /** Sends a request to the API as the administrator; throws where it is refused. */
  call: (method: string, path: string, body?: unknown) => Promise<unknown>;
  stop: () => Promise<void>;
}

async function otherSide(answersAfterMs: number): Promise<OtherSide> {
  const child = fork(join(import.meta.dirname, "other-side.ts"), [String(answersAfterMs)]);
  const [{ url, receiver }] = (await once(child, "message")) as [{ url: string; receiver: string }];
  return {
    process: child,
    url,
    receiver,
    async ask(live) {
      child.send({ live } satisfies Requested);
      return ((await once(child, "message")) as [Arrived])[0];
    },
  };
}

/** Starts it with enough budget to poll so many targets twice a minute; the polled service answers after so many milliseconds. */
export async function startWhole(targets: number, answersAfterMs = 0): Promise<Whole> {
  const other = await otherSide(answersAfterMs);
  const state = await mkdtemp(join(tmpdir(), "tallylight-bench-"));
  const front = await openFront("127.0.0.1", 0);
  const preparer = openPreparer();
  const bindings = {
    ...setting(other.url),
    UPSTREAM_POLLS_PER_MINUTE: String(targets * 2),
    LIMITS: "local",
    ALLOW_LOCAL_WEBHOOKS: "true",
    WRITES_PER_MINUTE: "1000000",
  };
  const host = await startHost(
    { front, replay: false, simulator: null, state, bindings, log: () => undefined },
    preparer.configuration,
  );
  preparer.close();
  return {
    other,
    host,
    async call(method, path, body) {
      const response = await fetch(`http://127.0.0.1:${front.port}${path}`, {
        method,
        headers: { authorization: `Bearer ${TOKEN}`, "content-type": "application/json" },
        ...(body === undefined ? {} : { body: JSON.stringify(body) }),
      });
      if (!response.ok) throw new Error(`${path} answered ${response.status}: ${await response.text()}`);
      return response.json();
    },
    async stop() {
      await host.stop();
      other.process.disconnect();
      await rm(state, { recursive: true, force: true });
    },
  };
}
