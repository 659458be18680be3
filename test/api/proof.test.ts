import { fixedBudget } from "../../src/core/budget.ts";
import { afterAll, beforeAll, beforeEach, expect, test } from "vitest";
import type { Proof } from "../../src/core/proof.ts";
import { selfStore } from "../../src/engine/self-monitor/health-store.ts";
import { proofAt } from "../../src/engine/self-monitor/watch-channels.ts";
import { connecting, type Connecting } from "./connecting.ts";
import type { RunningApi } from "./running-api.ts";
import type { Visitor } from "./visitor.ts";

const SERVICE = "/first-steps/service";

let all: Connecting;
let api: RunningApi;
let me: Visitor;
beforeAll(async () => {
  all = await connecting();
  ({ api, me } = all);
});
beforeEach(async () => {
  all.answer(null);
  await api.clear();
});
afterAll(() => all.stop());

/** What a tick does about the proof. */
async function tick(rule: string | null, now: number): Promise<Proof | null> {
  const deps = { lostKeys: async () => null, rowsADay: null, rule: async () => rule };
  const self = selfStore(api.db, deps, { service: true, replays: false, budget: fixedBudget(60) });
  const proof = proofAt((await self.pulse()).proving, rule, now);
  await self.keepProof(proof);
  return proof;
}

const stored = async () =>
  JSON.parse((await api.db.prepare("SELECT proof FROM ticker").first<string>("proof"))!) as Proof;

async function event(type: string, at: number, data: object = {}) {
  const target = JSON.stringify({ name: "Maria", kind: "live", params: { userId: "7012" } });
  await api.db
    .prepare(
      `INSERT INTO events (seq, id, type, target_id, target, occurred_at, detected_at, window_from, window_to, data, commit_id)
       VALUES (?1 * 512 + 1, ?2, ?3, 'tgt_x', ?4, ?1, ?1, ?1 - 31000, ?1, ?5, 'c')`,
    )
    .bind(at, `evt_${type}${at}`, type, target, JSON.stringify(data))
    .run();
}

test("a service is unproven until a start or an end was seen; Now says so, and a start alone is half of it", async () => {
  await me.send(`${SERVICE}/keep`, all.form());
  const { rule, since, watched } = await stored();
  expect(watched).toHaveLength(2);
  expect((await me.open(SERVICE)).text).toMatch(/Connected, not yet proven[\s\S]*seen a stream start or end yet/);
  expect((await me.open("/")).text).toContain("Unproven");
  // Who was on before is no start that was seen.
  await event("live.started", since + 500, { initial: true });
  expect(await tick(rule, since + 1000)).toMatchObject({ start: null, end: null });
  await event("live.started", since + 2000);
  expect(await tick(rule, since + 3000)).toMatchObject({ start: { name: "Maria", withinSeconds: 31 }, end: null });
  expect((await me.open(SERVICE)).text).toMatch(/Connected and proven[\s\S]*Saw[\s\S]*Maria[\s\S]*go live at/);
  expect((await me.open("/")).text).not.toContain("Unproven");
  await event("live.ended", since + 4000);
  const proof = await tick(rule, since + 5000);
  expect(proof).toMatchObject({ end: { name: "Maria" } });
  expect((await me.open(SERVICE)).text).toContain("Your rule holds");
  // It is stored: what retention deletes, and a restart, take nothing from it.
  await api.db.prepare("DELETE FROM events").run();
  expect(await tick(rule, since + 6000)).toEqual(proof);
});

test("another rule begins anew, and the demo's service has none", async () => {
  await me.send(`${SERVICE}/keep`, all.form());
  const { rule, since } = await stored();
  await event("live.ended", since + 1000);
  expect((await tick(rule, since + 2000))!.end).not.toBeNull();
  expect(await tick("another", since + 3000)).toEqual({ rule: "another", since: since + 3000, start: null, end: null });
  expect(await tick(null, since + 4000)).toBeNull();
});

test("the same rule, connected again, keeps its proof; a change of how it is read has another one", async () => {
  await me.send(`${SERVICE}/keep`, all.form());
  const { rule, since } = await stored();
  await event("live.ended", since + 1000);
  await tick(rule, since + 2000);
  await me.send(`${SERVICE}/keep`, all.form());
  expect((await stored()).end).not.toBeNull();
  const check = { method: "GET", path: "/v3/{userId}/pulse", verdict: "/stream/id", on: "present" };
  expect((await api.call("PUT", "/v1/upstream/operations/live.check", check)).status).toBe(200);
  await me.send(`${SERVICE}/keep`, all.form({ "/account/baseUrl": all.url }));
  expect((await stored()).rule).not.toBe(rule);
});

test("an account that nothing has answered yet is no step that is done", async () => {
  const account = { baseUrl: all.url, username: "tally", password: "wrong" };
  await api.call("PUT", "/v1/upstream/account", account);
  const page = (await me.open("/first-steps/channel")).text;
  expect(page).toContain("has not answered yet");
  expect(page).not.toMatch(/Data service<span class="sr">, done/);
  const { text } = await me.open("/first-steps/done");
  expect(text).toContain("Before you get alerts");
});
