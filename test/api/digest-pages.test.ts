import { afterAll, beforeAll, beforeEach, describe, expect, test } from "vitest";
import { cronOf, scheduleWords, timesOf } from "../../src/features/digests/page/schedule.ts";
import { runSqliteApi, type RunningApi } from "./running-api.ts";
import { context, type Visitor } from "./visitor.ts";

let api: RunningApi;
let me: Visitor;
beforeAll(async () => {
  api = await runSqliteApi();
  me = await context(api);
});
beforeEach(() => api.clear());
afterAll(() => api.stop());

const HOSTILE = `<img src=x onerror=alert(1)>`;

const only = async (what: string) => (await api.call("GET", `/v1/${what}`)).body.items[0];
const created = async (what: string, body: object): Promise<string> =>
  (await api.call("POST", `/v1/${what}`, body)).body.id;
const channel = (name = "#live") =>
  created("channels", { kind: "webhook", name, settings: { url: "http://127.0.0.1:1/x" } });

test("of a digest for each list the preview shows the chosen list, and sending leads to all of its messages", async () => {
  const lists: Record<string, string> = {};
  for (const [index, name] of ["Alpha", HOSTILE].entries()) {
    lists[name] = await created("watchlists", { name });
    await created("targets", {
      kind: "live",
      name: `C${index}`,
      params: { userId: `70${index}` },
      watchlistId: lists[name],
    });
  }
  const digest = { name: "Clients", channelId: await channel(), schedule: "0 9 * * 1", perWatchlist: true };
  const id = await created("digests", digest);
  const form: [string, string][] = [
    ["/name", "Clients"],
    ["/channelId", digest.channelId],
    ["/watchlistId", "each"],
    ["/timezone", "UTC"],
    ["/period", "P7D"],
    ["when", "1"],
    ["time", "09:00"],
    ["sections", "lives"],
  ];
  const displayedOf = async (more: [string, string][]) => {
    const { status, text } = await me.send("/digests/preview", [...form, ...more]);
    expect(status).toBe(200);
    expect(text).not.toContain("<img src=x");
    return /name="shownList".*?<option value="(wl_\w+)" selected/s.exec(text)?.[1];
  };
  expect(await displayedOf([["shownList", lists["Alpha"]!]])).toBe(lists["Alpha"]);
  expect(await displayedOf([["shownList", lists[HOSTILE]!]])).toBe(lists[HOSTILE]);
  // Without a choice, or if the list is gone, the first by name.
  expect(await displayedOf([])).toBe(lists[HOSTILE]);
  expect(await displayedOf([["shownList", "wl_gone"]])).toBe(lists[HOSTILE]);
  const { text: all } = await me.send(
    "/digests/preview",
    form.map(([name, value]) => [name, value === "each" ? "" : value]),
  );
  expect(all).not.toContain("shownList");
  const ran = await me.send(`/digests/${id}/run`, []);
  expect(ran.text).toContain("is being sent for each list");
  expect(ran.text.match(/href="\/messages\/dlv_/g)).toHaveLength(2);
});

test("a page asks for its first preview by itself, which is not prepared for many", async () => {
  const id = await created("digests", { name: "Small", channelId: await channel(), schedule: "0 9 * * 1" });
  const { text } = await me.open(`/digests/${id}`);
  expect(text).toContain('data-first="/digests/preview?first=1"');
  const form: [string, string][] = [
    ["/channelId", (await only("channels")).id],
    ["/timezone", "UTC"],
    ["/period", "P7D"],
    ["when", "1"],
    ["time", "09:00"],
    ["sections", "lives"],
  ];
  expect((await me.send("/digests/preview?first=1", form)).text).toContain('class="disc"');
  await api.db.prepare("INSERT OR REPLACE INTO counts (name, n) VALUES ('targets|live', 31)").run();
  const many = (await me.send("/digests/preview?first=1", form)).text;
  expect(many).toContain("reads the history of 31 entries");
  expect(many).not.toContain('class="disc"');
  expect((await me.send("/digests/preview", form)).text).toContain('class="disc"');
});

describe("digests", () => {
  test.each<[cron: string, words: string, back?: string]>([
    ["0 9 * * 1", "every Monday at 09:00"],
    ["30 18 * * *", "every day at 18:30"],
    ["5 7 * * 1-5", "Monday to Friday at 07:05"],
    ["0 9 1 * *", "on the 1st of the month at 09:00"],
    ["0 9 * * 7", "every Sunday at 09:00", "0 9 * * 0"],
  ])("a schedule in words, both ways: %s", (cron, words, back = cron) => {
    expect(scheduleWords(cron)).toBe(words);
    expect(cronOf(timesOf(cron))).toBe(back);
  });

  test("one that no choice says is said as it is, and kept", async () => {
    expect(scheduleWords("*/15 9-17 * * *")).toBe("every 15 minutes from 09:00 to 17:59");
    expect(scheduleWords("*/15 9,17 * * *")).toBe("on a custom schedule (*/15 9,17 * * *)");
    expect(scheduleWords("*/10 * * * 1")).toBe("every 10 minutes, on Monday");
    expect(scheduleWords("30 9,17 * * 1,4")).toBe("every Monday and Thursday at 09:30 and 17:30");
    expect(scheduleWords("0 9 1,15 * *")).toBe("on a custom schedule (0 9 1,15 * *)");
    const either = "on days of the month or days of the week, whichever matches";
    expect(scheduleWords("0 9 1-7 * 1")).toBe(`${either} (0 9 1-7 * 1)`);
    for (const cron of ["0 9 * * 1#1", "0 9 1-7 * +1", "0 9 L * *"])
      expect(scheduleWords(cron)).toBe(`on a custom schedule (${cron})`);
    expect(timesOf("*/15 9-17 * * *")).toEqual({ when: "", time: "" });
    const id = await created("digests", { name: "Often", channelId: await channel(), schedule: "*/15 9-17 * * *" });
    const { text } = await me.open(`/digests/${id}`);
    expect(text).toContain('value="*/15 9-17 * * *"');
    expect(text).toContain("Upcoming");
  });

  test("the preview of a draft shows its next three times, and says that it is due on days of either kind", async () => {
    const draft: [string, string][] = [
      ["/channelId", await channel()],
      ["/timezone", "UTC"],
      ["/period", "P7D"],
      ["when", ""],
      ["cron", "0 9 1-7 * 1"],
      ["sections", "lives"],
    ];
    const { text } = await me.send("/digests/preview", draft);
    const [, times = ""] = text.split('id="draft-next"');
    expect(times).toContain("whichever matches (0 9 1-7 * 1)");
    expect(times.split("</section>")[0]!.match(/<time /g)).toHaveLength(3);
  });

  test("one is added, shown in each chat, sent now, changed with an Undo, and not over what others said", async () => {
    const id = await channel(HOSTILE);
    const form = (...more: [string, string][]): [string, string][] => [
      ["/channelId", id],
      ["/timezone", "Europe/Berlin"],
      ["/period", "P7D"],
      ["when", "1"],
      ["time", "09:00"],
      ["sections", "lives"],
      ...more,
    ];
    const invalid = await me.send(
      "/digests",
      form(["time", ""], ["/name", HOSTILE], ["when", ""], ["cron", "nonsense"]).slice(3),
    );
    expect([invalid.status, invalid.text]).toEqual([422, expect.stringContaining("&lt;img")]);
    const displayed = await me.send("/digests/preview", form());
    expect(displayed.text).toContain('class="disc"');
    expect(displayed.text).toContain('class="slk"');
    expect(displayed.text).not.toContain("<img src=x");
    const added = await me.send("/digests", form(["/name", "Movers"]));
    expect(added.text).toContain("every Monday at 09:00");
    const one = await only("digests");
    expect(one).toMatchObject({ schedule: "0 9 * * 1", period: "P7D", sections: ["lives"], timezone: "Europe/Berlin" });
    const ran = await me.send(`/digests/${one.id}/run`, []);
    expect(ran.text).toContain("is being sent");
    const [, message] = /href="(\/messages\/dlv_[^"]+)"/.exec((await me.open(`/digests/${one.id}`)).text) ?? [];
    const notified = (await me.open(message!)).text;
    expect(notified).toMatch(/<h1><bdi>Movers<\/bdi><\/h1>/);
    expect(notified).toMatch(new RegExp(`An edition of <a href="/digests/${one.id}"><bdi class="nm">Movers`));
    const saved = await me.send(`/digests/${one.id}`, form(["/name", "Ours"], ["revision", "0"]));
    expect((await only("digests")).name).toBe("Ours");
    await me.undo(saved.text);
    expect((await only("digests")).name).toBe("Movers");
    const late = await me.send(`/digests/${one.id}`, form(["/name", "Late"], ["revision", "0"]));
    expect([late.status, late.text]).toEqual([412, expect.stringContaining("1 field differs")]);
    const deleted = await me.send(`/digests/${one.id}/delete`, []);
    expect((await me.undo(deleted.text)).text).toContain("Digest restored");
  });
});
