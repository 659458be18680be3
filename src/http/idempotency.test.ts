import { expect, test } from "vitest";
import { onceFor, type IdempotencyPorts } from "./idempotency.ts";

const DONE = { status: 201, body: "first", headers: {} };
const keyed = { key: "k", fingerprint: "f" };

type Known = Awaited<ReturnType<IdempotencyPorts["begin"]>>;

/**
 * Sends a request with an idempotency key. `standing` is the state of the key at each look, `keep` stores the answer.
 */
async function once(
  standing: (look: number) => Known,
  {
    keep = async () => undefined,
    answer = async () => new Response("mine"),
  }: { keep?: () => Promise<void>; answer?: () => Promise<Response> } = {},
) {
  const did: string[] = [];
  let looks = 0;
  const begin = async () => standing(looks++);
  const ports: IdempotencyPorts = {
    look: begin,
    begin,
    async finish() {
      did.push("finish");
      await keep();
    },
    abandon: async () => void did.push("abandon"),
    failed: () => did.push("failed"),
    wallNow: () => 0,
    sleep: async () => void did.push("sleep"),
  };
  const request = new Request("https://tally.example/v1/x", { method: "POST" });
  const came = await onceFor(keyed, request, ports, answer).then(
    (response) => response.text(),
    (thrown: Error) => thrown,
  );
  return { came, did };
}

test("a repetition waits for the first answer, but not forever", async () => {
  const running = { kind: "running" } as const;
  const late = await once((look) => (look < 3 ? running : { kind: "done", answer: DONE }));
  expect(late).toEqual({ came: "first", did: ["sleep", "sleep", "sleep"] });
  const never = await once(() => running);
  expect([never.came, never.did.length]).toEqual([expect.objectContaining({ sort: "still-running" }), 20]);
});

test("storing an answer is retried once, and a finished request is answered in any case", async () => {
  const fresh = () => ({ kind: "new" }) as const;
  expect(await once(fresh)).toEqual({ came: "mine", did: ["finish"] });
  let failures = 1;
  const keepsThen = async () => {
    if (failures-- > 0) throw new Error("lost");
  };
  expect(await once(fresh, { keep: keepsThen })).toEqual({ came: "mine", did: ["finish", "finish"] });
  const keepsNever = () => Promise.reject(new Error("lost"));
  expect(await once(fresh, { keep: keepsNever })).toEqual({ came: "mine", did: ["finish", "finish", "failed"] });
});

test("a failed request releases its key", async () => {
  const fresh = () => ({ kind: "new" }) as const;
  const { came, did } = await once(fresh, { answer: () => Promise.reject(new Error("refused")) });
  expect([String(came), did]).toEqual(["Error: refused", ["abandon"]]);
});
