import { afterAll, beforeAll, beforeEach, describe, expect, test } from "vitest";
import { Jar, OWN } from "../support/jar.ts";
import { monthOf } from "../../src/core/goal.ts";
import { spokenHours } from "../../src/core/duration.ts";
import { streamed } from "../support/http-server.ts";
import { OFF, polledJustNow } from "../support/report-world.ts";
import { TOKEN } from "../support/setting.ts";
import { runSqliteApi, type RunningApi } from "./running-api.ts";
import { context, type Visitor } from "./visitor.ts";

describe("team zone", () => {
  let api: RunningApi;
  let owner: Visitor;
  beforeAll(async () => {
    api = await runSqliteApi();
  });
  afterAll(() => api.stop());
  beforeEach(async () => {
    await api.clear();
    owner = await context(api, TOKEN);
  });

  const settings = async () => (await api.call("GET", "/v1/settings")).body;

  /** A browser whose script has reported a zone. */
  function browserIn(zone: string): Jar {
    const jar = new Jar((request) => api.send(request));
    jar.kept.set("zone", encodeURIComponent(zone));
    return jar;
  }

  const signedInFrom = async (zone: string, token = TOKEN) => {
    const jar = browserIn(zone);
    expect((await jar.send("/sign-in", { token, stay: "true" }, OWN)).status).toBe(303);
    return jar;
  };

  describe("the team's time zone", () => {
    test("is that of the first owner's browser, and no later one changes it", async () => {
      expect(await settings()).toMatchObject({ timezone: null });
      await signedInFrom("Asia/Tokyo");
      expect(await settings()).toMatchObject({ timezone: "Asia/Tokyo" });
      await signedInFrom("Europe/Berlin");
      expect(await settings()).toMatchObject({ timezone: "Asia/Tokyo" });
    });

    test("is not guessed where something is watched already, from a guest, or from nonsense", async () => {
      const { body } = await api.call("POST", "/v1/tokens", { name: "Editor", scopes: ["write"] });
      await signedInFrom("Asia/Tokyo", body.token);
      await signedInFrom("Nowhere/At all");
      expect(await settings()).toMatchObject({ timezone: null });
      await api.call("POST", "/v1/targets", { kind: "live", name: "Maria", params: { userId: "7012" } });
      await signedInFrom("Asia/Tokyo");
      expect(await settings()).toMatchObject({ timezone: null });
    });

    test("is set in Settings by city, and undone", async () => {
      const saved = await owner.send("/settings/team", [["/timezone", "new york"]]);
      expect([saved.status, saved.text.includes("Time zone set to America/New_York")]).toEqual([303, true]);
      expect(await settings()).toMatchObject({ timezone: "America/New_York" });
      expect(saved.text).toContain("Times are in America/New_York, the team’s time zone.");
      await owner.undo(saved.text);
      expect(await settings()).toMatchObject({ timezone: null });
    });

    test("is taken from the browser on the report that it changes, which says so, with an Undo there", async () => {
      const jar = await signedInFrom("Europe/Berlin");
      await api.call("PUT", "/v1/settings", { timezone: null });
      const text = await (await jar.open("/reports")).text();
      const [form = ""] = /<form[^>]*action="\/settings\/team"[\s\S]*?<\/form>/.exec(text) ?? [];
      const fields = Object.fromEntries(
        [...form.matchAll(/name="([^"]*)" value="([^"]*)"/g)].map(([, name, value]) => [name!, value!]),
      );
      expect(fields).toMatchObject({ "/timezone": "Europe/Berlin" });
      const saved = await jar.send("/settings/team", fields, OWN);
      expect([saved.status, saved.headers.get("location")?.split("?")[0]]).toEqual([303, "/reports"]);
      const shown = await (await jar.open(saved.headers.get("location")!)).text();
      expect(shown).toContain("Time zone set to Europe/Berlin: days, months and goals count there now");
    });

    test("that was never set is UTC wherever days are counted, for a reader in another zone too", async () => {
      const jar = await signedInFrom("Pacific/Pago_Pago");
      await api.call("PUT", "/v1/settings", { timezone: null });
      const { body: list } = await api.call("POST", "/v1/watchlists", { name: "Brightwave" });
      const named = { kind: "live", name: "Maria", params: { userId: "7012" }, watchlistId: list.id };
      const { body: one } = await api.call("POST", "/v1/targets", named);
      await api.db
        .prepare("UPDATE targets SET created_at = 0, state = ?2, gaps = '[]' WHERE id = ?1")
        .bind(one.id, OFF)
        .run();
      await polledJustNow(api.db);
      const now = Date.now();
      const { from } = monthOf(now, "UTC");
      const to = Math.min(now, from + 7_200_000);
      await streamed(api.db, one, { from, to });
      const hours = spokenHours("en", to - from);
      const { key } = (await api.call("POST", "/v1/feed-keys", { name: "Client", watchlistId: list.id })).body;
      for (const path of ["/lists", `/lists/${list.id}`, "/reports", `/shared?key=${key}`]) {
        const said = (await (await jar.open(path)).text()).replaceAll(/<[^>]*>/g, " ").replaceAll(/\s+/g, " ");
        expect([path, said.includes(` ${hours} `)]).toEqual([path, true]);
        if (path !== "/lists") expect(said).toMatch(/\bUTC\b/);
      }
      const settings = { url: "https://hooks.example.com/a" };
      await api.call("POST", "/v1/channels", { kind: "webhook", name: "Hook", settings });
      const form = await (await jar.open("/digests/report?period=thisMonth")).text();
      expect(form).toMatch(/name="\/timezone"[^>]*value="UTC"/);
      // On its first a month has just begun, so what has been so far is sent every Monday.
      expect(form).toContain("Send now and every week");
      const past = await (await jar.open("/digests/report?period=lastMonth")).text();
      expect(past).toContain("Send now and every month");
    });

    test("that is unknown stands beside its field as it was typed", async () => {
      const refused = await owner.send("/settings/team", [["/timezone", "Atlantis"]]);
      expect(refused.status).toBe(422);
      expect(refused.text).toContain('value="Atlantis"');
      expect(refused.text).toMatch(/class="bad"[^]*Type a city, such as New York\./);
      expect((await api.call("PUT", "/v1/settings", { timezone: "+01:00" })).status).toBe(422);
      expect((await api.call("PUT", "/v1/settings", {})).status).toBe(422);
      expect(await settings()).toMatchObject({ timezone: null });
    });

    test("is for owners to change, and for every reader to see", async () => {
      await api.call("PUT", "/v1/settings", { timezone: "Asia/Tokyo" });
      const { body } = await api.call("POST", "/v1/tokens", { name: "Editor", scopes: ["write"] });
      const editor = await context(api, body.token as string);
      const { text } = await editor.open("/settings");
      expect(text).toContain("Times are in Asia/Tokyo");
      expect(text).not.toContain("team-zone");
      expect((await editor.send("/settings/team", [["/timezone", "UTC"]])).status).toBe(403);
    });

    test("is the clock of all pages; a browser elsewhere is told so", async () => {
      await api.call("PUT", "/v1/settings", { timezone: "Asia/Tokyo" });
      const jar = await signedInFrom("America/New_York");
      const text = await (await jar.open("/settings")).text();
      expect(text).toContain("Times in Tokyo");
      expect(text).toMatch(/Your browser is in America\/New_York, where it is \d\d:\d\d\./);
      expect(text).toContain('data-zone="America/New_York"');
      const home = await signedInFrom("Asia/Tokyo");
      expect(await (await home.open("/settings")).text()).not.toContain("Times in Tokyo");
    });

    test("is what new alerts, digests and reports begin with, with scripts off", async () => {
      await api.call("PUT", "/v1/settings", { timezone: "Asia/Tokyo" });
      await api.call("POST", "/v1/channels", {
        kind: "webhook",
        name: "Hook",
        settings: { url: "https://hooks.example.com/a" },
      });
      expect((await owner.open("/alerts/new")).text).toMatch(/name="\/quietHours\/timezone"[^>]*value="Asia\/Tokyo"/);
      expect((await owner.open("/digests/new")).text).toMatch(/name="\/timezone"[^>]*value="Asia\/Tokyo"/);
      expect((await owner.open("/reports")).text).toContain("Days are in Tokyo time.");
      const { body } = await api.call("GET", "/v1/reports/airtime");
      expect(body.period.timezone).toBe("Asia/Tokyo");
      const own = await api.call("GET", "/v1/reports/airtime?timezone=Europe/Berlin");
      expect(own.body.period.timezone).toBe("Europe/Berlin");
    });

    test("gives way in a report that is sent to the list's own zone, as in the report shown, or to the address's", async () => {
      await api.call("PUT", "/v1/settings", { timezone: "Asia/Tokyo" });
      const { body: list } = await api.call("POST", "/v1/watchlists", { name: "Music", timezone: "Europe/Berlin" });
      const settings = { url: "https://hooks.example.com/a" };
      await api.call("POST", "/v1/channels", { kind: "webhook", name: "Hook", settings });
      const zoneSent = async (page: string) => {
        const { text } = await owner.open(page);
        const [, link = ""] = /href="(\/digests\/report\?[^"]*)"/.exec(text) ?? [];
        const form = (await owner.open(link.replaceAll("&amp;", "&"))).text;
        return [/Days are in (\w+) time/.exec(text)?.[1], /name="\/timezone"[^>]*value="([^"]*)"/.exec(form)?.[1]];
      };
      expect(await zoneSent(`/reports?list=${list.id}`)).toEqual(["Berlin", "Europe/Berlin"]);
      expect(await zoneSent(`/reports?list=${list.id}&zone=Asia/Seoul`)).toEqual(["Seoul", "Asia/Seoul"]);
      expect(await zoneSent("/reports")).toEqual(["Tokyo", "Asia/Tokyo"]);
    });

    test("is that of goals without another, and their months begin at its midnight", async () => {
      await api.call("PUT", "/v1/settings", { timezone: "Pacific/Kiritimati" });
      const { body: list } = await api.call("POST", "/v1/watchlists", { name: "Music" });
      const { body: goal } = await api.call("POST", "/v1/goals", { watchlistId: list.id, hours: 40 });
      expect((await owner.open(`/goals/${goal.id}`)).text).toContain("Kiritimati time");
      await api.call("PATCH", `/v1/watchlists/${list.id}`, { timezone: "Asia/Tokyo" });
      expect((await owner.open(`/goals/${goal.id}`)).text).toContain("Tokyo time");
    });
  });

  describe("forms without scripts", () => {
    const sent = async (more: [string, string][]) => {
      const { body: channel } = await api.call("POST", "/v1/channels", {
        kind: "webhook",
        name: "Hook",
        settings: { url: "https://hooks.example.com/a" },
      });
      return owner.send("/alerts", [
        ["/name", "Night"],
        ["/channelId", channel.id as string],
        ["events", "live.started"],
        ["/quietHours/action", "hold"],
        ...more,
      ]);
    };

    test("take times as people type them, and zones by city", async () => {
      await sent([
        ["/quietHours/from", "10:30 pm"],
        ["/quietHours/to", "7"],
        ["/quietHours/timezone", "berlin"],
      ]);
      const { body } = await api.call("GET", "/v1/subscriptions");
      expect(body.items[0].quietHours).toMatchObject({ from: "22:30", to: "07:00", timezone: "Europe/Berlin" });
    });

    test("show what was wrong with a time or a zone as it was typed", async () => {
      const refused = await sent([
        ["/quietHours/from", "late"],
        ["/quietHours/to", "07:00"],
        ["/quietHours/timezone", "Atlantis"],
      ]);
      expect(refused.status).toBe(422);
      expect(refused.text).toContain('value="late"');
      expect(refused.text).toContain("Must be HH:MM, 24 hours");
      expect(refused.text).toContain('value="Atlantis"');
      expect(refused.text).toMatch(/class="bad"[^]*Type a city, such as New York\./);
    });

    test("have no field that a browser would show in 12 hours, and no long list of zones", async () => {
      await sent([["/quietHours/timezone", "UTC"]]);
      const { body } = await api.call("POST", "/v1/targets", {
        kind: "live",
        name: "Maria",
        params: { userId: "7012" },
      });
      for (const path of ["/alerts/new", "/digests/new", "/goals", `/creators/${body.id}`, "/settings"]) {
        const { status, text } = await owner.open(path);
        expect([path, status, text.includes('type="time"')]).toEqual([path, 200, false]);
        expect(text).toContain("data-zones");
        const suggested = [...text.matchAll(/<datalist id="[^"]*zone-list">.*?<\/datalist>/gs)].join("");
        expect(suggested.length).toBeGreaterThan(0);
        expect(suggested.length).toBeLessThan(1500);
      }
    });
  });
});

describe("people page", () => {
  let api: RunningApi;
  let owner: Visitor;
  beforeAll(async () => {
    api = await runSqliteApi();
    owner = await context(api, TOKEN);
  });
  afterAll(() => api.stop());

  test("an owner invites a client to one list, who sees it and nothing else, and is removed", async () => {
    const { body: list } = await api.call("POST", "/v1/watchlists", { name: "Client's list" });
    const sent = await owner.send(
      "/people/invite",
      Object.entries({ "/name": "Alex", "/scopes": "read", "/watchlistIds": list.id }),
    );
    const [, link] = /value="(https?:[^"]+link=tli_[0-9a-z]{52})"/.exec(sent.text)!;
    // The test's own address is this computer's.
    expect(sent.text).toContain("This address works on this computer only");
    const people = (await owner.open("/people")).text;
    expect(people).toContain("Alex");
    expect(people).toMatch(/<h2 id="clients">Clients<\/h2>.*Alex/s);
    expect(people).toContain("Not used yet");
    expect(people).not.toContain("tli_");
    const guest = new Jar((request) => api.send(request));
    const accepted = await guest.send("/sign-in/link", { link: new URL(link!).searchParams.get("link")! });
    expect(accepted.status).toBe(200);
    expect(await (await guest.open("/")).text()).toContain("Client&#39;s list");
    expect((await guest.open("/people")).status).toBe(403);
    const { body: tokens } = await api.call("GET", "/v1/tokens");
    expect(people).toMatch(/<b>Owner<\/b>.*Everything, including people/s);
    const id = tokens.items[0].id as string;
    const now = async () => (await api.call("GET", `/v1/tokens/${id}`)).body;
    const client = { scopes: ["read"], watchlistIds: [list.id] };
    const role = (scopes: string, watchlistIds: string) =>
      owner.send(`/people/${id}/role`, Object.entries({ "/scopes": scopes, "/watchlistIds": watchlistIds }));
    const editor = await role("write", "");
    expect(await now()).toMatchObject({ scopes: ["write"], watchlistIds: null });
    expect(editor.text).toContain("Alex changed");
    expect((await guest.open("/creators")).status).toBe(200);
    await owner.undo(editor.text);
    expect(await now()).toMatchObject(client);
    // Whoever becomes a client sees lists that are chosen: the form says so where it stands, and keeps the choice.
    const refused = await role("client", "");
    expect([refused.status, await now()]).toEqual([422, expect.objectContaining(client)]);
    const form = refused.text.slice(refused.text.indexOf(`action="/people/${id}/role"`)).split("</form>")[0]!;
    expect(form).toContain("Choose at least one list.");
    expect(form).toMatch(/<option value="client" selected/);
    expect(refused.text).toMatch(/<details open=""><summary>[^]*?Change role…/);
    expect(refused.text).not.toMatch(/watchlistIds<|choose the list/);
    const { body: other } = await api.call("POST", "/v1/watchlists", { name: "Another" });
    const both = await owner.send(`/people/${id}/role`, [
      ["/scopes", "client"],
      ["/watchlistIds", list.id],
      ["/watchlistIds", other.id],
    ]);
    expect(both.text).toMatch(/Sees .*Another/);
    expect((await now()).watchlistIds.toSorted()).toEqual([list.id, other.id].toSorted());
    await owner.send(`/people/${tokens.items[0].id}/remove`, []);
    expect((await guest.open("/")).status).toBe(401);
  });

  test("what is wrong stands beside its field, and only owners open the page", async () => {
    const invalid = await owner.send(
      "/people/invite",
      Object.entries({ "/name": "", "/scopes": "read", "/watchlistIds": "" }),
    );
    expect([invalid.status, invalid.text.includes("Fill this in.")]).toEqual([422, true]);
    const client = await owner.send("/people/invite", [
      ["/name", "Ada"],
      ["/scopes", "client"],
    ]);
    expect(client.status).toBe(422);
    expect(client.text).toContain("Choose at least one list.");
    expect(client.text).toContain('value="Ada"');
    const { body } = await api.call("POST", "/v1/tokens", { name: "Editor", scopes: ["write"] });
    const editor = await context(api, body.token as string);
    expect((await editor.open("/people")).status).toBe(403);
    expect((await editor.open("/settings")).text).not.toContain("Manage people");
    expect((await owner.open("/settings")).text).toContain("Manage people");
  });
});
