import { describe, expect, it } from "vitest";
import { cast } from "./cast.ts";
import { drive, startAt } from "./testing/driver.ts";

const check = "/api/v1//live/check?user_id=7012";

describe("live", () => {
  it("puts a user live and offline until the reset", async () => {
    const simulator = drive();
    const row = async () => (await simulator.call(check)).json().data.data[0];
    const before = await row();
    const started = await simulator.post("/_sim/live", { userId: "7012", on: true });
    expect(started.json()).toMatchObject({ userId: "7012", on: true, changesAt: null });
    const on = await row();
    expect(on.alive).toBe(true);
    expect(on.room_id_str).not.toBe(before.room_id_str);
    simulator.wait(86_400_000);
    expect(await row()).toEqual(on);
    await simulator.post("/_sim/live", { userId: "7012", on: true });
    expect((await row()).room_id_str).toBe(on.room_id_str);
    await simulator.post("/_sim/live", { userId: "7012", on: false });
    expect(await row()).toMatchObject({ alive: false, room_id_str: on.room_id_str });
    await simulator.post("/_sim/live", { userId: 7012, on: true, roomId: "7100" });
    expect(await row()).toMatchObject({ alive: true, room_id: 7100, room_id_str: "7100" });
    await simulator.post("/_sim/reset", { seed: 1 });
    expect((await row()).room_id_str).not.toBe("7100");
  });
});

describe("faults", () => {
  const strike = async (fault: object, path = check) => {
    const simulator = drive();
    const set = await simulator.post("/_sim/faults", { operation: "live.check", ...fault });
    expect(set.status).toBe(200);
    return { simulator, answer: await simulator.call(path) };
  };

  it.each([400, 401, 403, 428, 429, 500, 503, 522])("status %i", async (status) => {
    const { answer } = await strike({ mode: "status", status, retryAfter: 7 });
    expect([answer.status, answer.json().code, answer.headers.get("retry-after")]).toEqual([status, status, "7"]);
  });

  it("status defaults to 500 without Retry-After", async () => {
    const { answer } = await strike({ mode: "status" });
    expect([answer.status, answer.headers.get("retry-after")]).toEqual([500, null]);
  });

  it.each([
    [{ mode: "timeout" }, 30_000],
    [{ mode: "slow" }, 2000],
    [{ mode: "slow", delayMs: 9000 }, 9000],
  ])("%j holds the answer back", async (fault, ms) => {
    const { simulator, answer } = await strike(fault);
    expect(simulator.naps).toEqual([ms]);
    expect(answer.json().data.data).toHaveLength(1);
    expect((await simulator.send("/_sim/calls")).json()[0].durationMs).toBe(ms);
  });

  it("garbage is an HTML page or truncated JSON", async () => {
    const page = (await strike({ mode: "garbage" })).answer;
    expect([page.status, page.headers.get("content-type")]).toEqual([200, "text/html; charset=utf-8"]);
    expect(page.json).toThrow();
    const cut = (await strike({ mode: "garbage", shape: "truncated" })).answer;
    expect(cut.headers.get("content-type")).toBe("application/json");
    expect(cut.json).toThrow();
  });

  it("empty is a success without data", async () => {
    expect((await strike({ mode: "empty" })).answer.json()).toEqual({ code: 0, msg: "success", data: null });
  });

  it("drift renames the fields that clients read", async () => {
    const { answer } = await strike({ mode: "drift" });
    expect(answer.json()).toMatchObject({ code: 0, data: { data: [{ is_alive_now: expect.any(Boolean) }] } });
    expect(answer.text).not.toMatch(/"(alive|room_id)":/);
    const ranking = "/api/v1//live/ranking/list?user_id=7012&room_id=1";
    const ranks = (await strike({ operation: "*", mode: "drift" }, ranking)).answer;
    expect(ranks.text).not.toMatch(/"(owner_on_rank|group_type|entrances)":/);
    const search = "/api/v1//search/hashtag?keyword=cats";
    const tags = (await strike({ operation: "*", mode: "drift" }, search)).answer;
    expect(tags.text).not.toMatch(/"(challenge_list|cha_name)":/);
  });

  it("strikes the named operation only, the requested number of times, and can be cleared", async () => {
    const { simulator, answer } = await strike({ mode: "status", status: 503, times: 2 });
    const status = async (path = check) => (await simulator.call(path)).status;
    expect([answer.status, await status("/api/v1//key/info"), await status(), await status()]).toEqual([
      503, 200, 503, 200,
    ]);
    await simulator.post("/_sim/faults", { operation: "*", mode: "status", status: 429 });
    expect([await status(), await status("/api/v1//key/info")]).toEqual([429, 429]);
    await simulator.post("/_sim/faults", { operation: "live.check", mode: "status", status: 428 });
    expect([await status(), await status("/api/v1//key/info")]).toEqual([428, 429]);
    expect((await simulator.send("/_sim/state")).json().faults).toHaveLength(2);
    expect((await simulator.post("/_sim/faults", { clear: true })).json()).toEqual({ faults: [] });
    expect(await status()).toBe(200);
  });
});

describe("faults of the receivers", () => {
  it("answer like the receiver, and are not covered by *", async () => {
    const simulator = drive();
    const fault = (body: object) => simulator.post("/_sim/faults", { mode: "status", times: 1, ...body });
    const discord = () => simulator.post("/inbox/discord/api/webhooks/1/t", { content: "hi" });
    await fault({ operation: "*", times: 5 });
    expect((await discord()).status).toBe(204);
    await fault({ operation: "inbox.discord", status: 429, retryAfter: 3 });
    const limited = await discord();
    expect([limited.status, limited.headers.get("retry-after"), limited.json().retry_after]).toEqual([429, "3", 3]);
    await fault({ operation: "inbox.discord", status: 404 });
    expect((await discord()).json().code).toBe(10015);
    await fault({ operation: "inbox.slack", status: 404 });
    expect((await simulator.post("/inbox/slack/x", { text: "hi" })).text).toBe("no_service");
    await fault({ operation: "inbox.webhook", mode: "slow" });
    expect((await simulator.post("/inbox/webhook/x", { type: "a" })).status).toBe(204);
    expect(simulator.naps).toEqual([2000]);
    expect((await simulator.send("/inbox.json")).json()).toHaveLength(2);
  });
});

describe("rejected requests", () => {
  it.each([
    ["live", { on: true }, "userId"],
    ["live", { userId: "maria", on: true }, "userId"],
    ["live", { userId: "1", on: "yes" }, "on"],
    ["live", { userId: "1", on: true, roomId: "x" }, "roomId"],
    ["faults", { operation: "live.chek", mode: "status" }, "operation"],
    ["faults", { operation: "*", mode: "explode" }, "mode"],
    ["faults", { operation: "*", mode: "status", status: 200 }, "status"],
    ["faults", { operation: "*", mode: "status", times: 0 }, "times"],
    ["reset", { seed: {} }, "seed"],
  ])("%s %j is 422 and names the field", async (control, body, field) => {
    const answer = await drive().post(`/_sim/${control}`, body);
    expect(answer.status).toBe(422);
    expect(answer.json().error).toContain(field);
    expect(answer.json().errors[0]).toMatchObject({ pointer: `/${field}` });
  });

  it.each(["live", "faults", "reset"])("%s without JSON is 400", async (control) => {
    const answer = await drive().send(`/_sim/${control}`, { method: "POST", body: "{" });
    expect([answer.status, answer.json().errors[0].field]).toEqual([400, "body"]);
  });

  it("an unknown control is 404", async () => {
    expect((await drive().send("/_sim/nothing")).status).toBe(404);
  });
});

describe("state, calls and reset", () => {
  it("reports the world, without credentials", async () => {
    const simulator = drive({ SIM_SEED: "s" });
    await simulator.call(check);
    await simulator.callWith("/api/v1//product/home/by-category-id", { category_id: 3 });
    await simulator.send("/api/v1//nowhere");
    const state = (await simulator.send("/_sim/state")).json();
    expect(state).toMatchObject({
      seed: "s",
      speed: 1,
      worldTime: new Date(startAt).toISOString(),
      counts: { calls: 3 },
    });
    expect(state.cast).toHaveLength(cast.length);
    const calls = await simulator.send("/_sim/calls");
    expect(calls.json()).toEqual([
      expect.objectContaining({ operation: "live.check", method: "GET", query: { user_id: "7012" }, status: 200 }),
      expect.objectContaining({ operation: "product.home_by_category", method: "POST", body: { category_id: 3 } }),
      expect.objectContaining({ operation: null, path: "/api/v1//nowhere", status: 404, at: state.worldTime }),
    ]);
    expect(calls.text).not.toContain(btoa("demo:demo"));
    expect((await simulator.send("/_sim/catalogue")).json()).toHaveLength(53);
  });

  it("starts over", async () => {
    const simulator = drive();
    await simulator.call(check);
    await simulator.post("/_sim/faults", { operation: "*", mode: "empty" });
    await simulator.post("/inbox/slack/x", { text: "hello" });
    const state = (await simulator.post("/_sim/reset", { seed: 42 })).json();
    expect(state).toMatchObject({ seed: "42", faults: [], overrides: [], counts: { calls: 0, inbox: 0 } });
    expect((await simulator.send("/inbox.json")).json()).toEqual([]);
  });
});
