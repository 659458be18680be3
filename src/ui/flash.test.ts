import { expect, test } from "vitest";
import { Fields, UNDO_UNTIL } from "./forms/fields.ts";
import { flashed, flashOf, formOf, undoablesOf, type Flash } from "./flash.ts";

const NOW = 1_800_000_000_000;

/** A browser, with a stand-in for the sealed store: output as long as the real seal's, in plain Base64. */
function browser() {
  const cookies = new Map<string, string>();
  const clock = { now: NOW };
  const keep = {
    seal: async (value: unknown, place: string) => btoa(JSON.stringify([place, value])),
    open: async (sealed: string, place: string) => {
      const [own, value] = JSON.parse(atob(sealed));
      return own === place ? value : null;
    },
    wallNow: () => clock.now,
  } as never;
  const arrived = (id: string, fields: [string, string][] = [], path = "/") => ({
    request: new Request(`https://tally.example${path}`, {
      headers: { cookie: [...cookies].map(([name, value]) => `${name}=${value}`).join("; ") },
    }),
    session: { id },
    ports: { keep },
    fields: new Fields(new URLSearchParams(fields)),
  });
  return {
    clock,
    async change(path: string, flash: Flash, fields: [string, string][] = [], sent = "/") {
      for (const cookie of await flashed(path, flash, arrived("me", fields, sent))) {
        expect(cookie.length).toBeLessThan(4096);
        const [, name, value] = /^([^=]+)=([^;]*)/.exec(cookie)!;
        cookies.set(name!, value!);
      }
    },
    async texts(id = "me") {
      return (await undoablesOf(arrived(id))).map(({ text }) => text);
    },
    async offered(path: string) {
      return (await undoablesOf(arrived("me"))).filter(({ paths }) => paths.includes(path)).map(({ text }) => text);
    },
    async flash() {
      const found = await flashOf(arrived("me"), await undoablesOf(arrived("me")));
      const form = found?.undoable == null ? null : await formOf(found.undoable, { keep });
      return { text: found?.text, form };
    },
  };
}

test("a change of the same record takes the place of the one before", async () => {
  const me = browser();
  const [one, other] = ["a", "b"].map((letter) => `sub_${letter.repeat(26)}`);
  for (const id of [one, other]) {
    me.clock.now += 1000;
    await me.change("/alerts", { text: `${id} paused`, undo: { action: `/alerts/${id}/resume`, fields: {} } });
  }
  await me.change("/alerts", { text: "Resumed" }, [], `/alerts/${one}/resume`);
  expect(await me.offered("/alerts")).toEqual([`${other} paused`]);
});

const paused = (id: string): Flash => ({
  text: `${id} paused`,
  undo: { action: "/creators/resume", fields: { ids: id } },
});

test("an Undo is valid for ten minutes, for those who made the change, on the pages that it is about", async () => {
  const me = browser();
  await me.change("/lists/wl_1?page=2", paused("tgt_1"));
  const fields = { ids: "tgt_1", [UNDO_UNTIL]: String(NOW + 600_000) };
  expect(await me.flash()).toEqual({ text: "tgt_1 paused", form: { action: "/creators/resume", fields } });
  me.clock.now += 1000;
  await me.change("/", paused("tgt_2"));
  await me.change("/", { text: "Nothing changed" });
  expect(await me.flash()).toEqual({ text: "Nothing changed", form: null });
  expect(await me.texts()).toEqual(["tgt_2 paused", "tgt_1 paused"]);
  expect(await me.offered("/lists")).toEqual(["tgt_1 paused"]);
  expect(await me.offered("/creators")).toEqual(["tgt_2 paused", "tgt_1 paused"]);
  expect(await me.offered("/alerts")).toEqual([]);
  expect(await me.texts("another sign-in")).toEqual([]);
  me.clock.now = NOW + 600_001;
  expect(await me.texts()).toEqual(["tgt_2 paused"]);
});

test("what is undone is no longer offered", async () => {
  const me = browser();
  await me.change("/creators", paused("tgt_1"));
  me.clock.now += 1000;
  await me.change("/creators", paused("tgt_2"));
  me.clock.now += 1000;
  const resumed = { text: "tgt_1 resumed", undo: { action: "/creators/pause", fields: { ids: "tgt_1" } } };
  await me.change("/creators", resumed, [[UNDO_UNTIL, String(NOW + 600_000)]]);
  expect((await me.flash()).form?.action).toBe("/creators/pause");
  expect(await me.offered("/creators")).toEqual(["tgt_2 paused"]);
});

test("what does not fit into a cookie is said to be too much, and leaves others theirs", async () => {
  const me = browser();
  await me.change("/creators", paused("tgt_1"));
  const undo = { action: "/creators/move", fields: { back: "t".repeat(4000) } };
  await me.change("/creators", { text: "50 creators moved", undo });
  expect(await me.flash()).toEqual({ text: "50 creators moved. Too much at once for an Undo", form: null });
  expect(await me.texts()).toEqual(["tgt_1 paused"]);
  // The latest push out the oldest.
  me.clock.now += 1000;
  await me.change("/creators", { text: "20 creators moved", undo: { ...undo, fields: { back: "t".repeat(2750) } } });
  expect(await me.texts()).toEqual(["20 creators moved"]);
});
