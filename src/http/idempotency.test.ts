import { expect, test } from "vitest";
import { onceFor, storedOf, type IdempotencyPorts } from "./idempotency.ts";

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

const stored = (body: string, headers: Record<string, string> = {}) =>
  storedOf("https://tally.example/v1/things/import", new Response(body, { status: 201, headers }));

/** Text that hardly compresses, of the characters of base64. */
const dense = (length: number): string =>
  Array.from({ length: Math.ceil(length / 60_000) }, () =>
    Buffer.from(crypto.getRandomValues(new Uint8Array(45_000))).toString("base64"),
  )
    .join("")
    .slice(0, length);

test.each([
  ["short", "x".repeat(65_536)],
  ["long", "é".repeat(2_000_000)],
  ["as long as a body may be, and dense", dense(2 ** 20)],
])("an answer that is %s is repeated as it was, and fits into a row", async (_, body) => {
  const answer = await stored(body, { location: "/v1/things/thg_1" });
  // Sealed, it is a third longer again; a row holds 2,000,000 bytes.
  expect((Buffer.byteLength(JSON.stringify(answer)) * 4) / 3).toBeLessThan(1_990_000);
  const request = new Request("https://tally.example/v1/things", { method: "POST" });
  const standing = async () => ({ kind: "done", answer }) as const;
  const ports = { look: standing, begin: standing, wallNow: () => 0 } as unknown as IdempotencyPorts;
  const again = await onceFor(keyed, request, ports, () => Promise.reject(new Error("carried out again")));
  expect([again.status, again.headers.get("location"), again.headers.get("idempotency-replayed")]).toEqual([
    201,
    "/v1/things/thg_1",
    "true",
  ]);
  expect((await again.text()) === body).toBe(true);
});

test("an answer that fits into no row is known to have been given, and where its result is", async () => {
  const body = dense(2_000_000);
  expect(await stored(body)).toEqual({ about: "/v1/things" });
  const answer = await stored(body, { location: "/v1/things/thg_1" });
  const { came } = await once(() => ({ kind: "done", answer }));
  expect(came).toMatchObject({ status: 409, message: expect.stringContaining("read /v1/things/thg_1.") });
});
