import writeXlsxFile from "write-excel-file/node";
import { afterAll, beforeAll, beforeEach, describe, expect, test } from "vitest";
import { serve, type TestServer } from "../support/http-server.ts";
import { runSqliteApi, type RunningApi } from "./running-api.ts";
import { context, type Visitor } from "./visitor.ts";

describe("creators pasted", () => {
  let api: RunningApi;
  let me: Visitor;
  const RESOLVING = JSON.stringify({
    "user.resolve": { path: "/who", query: { handle: "{handle}" }, fields: { userId: "/id", handle: "/handle" } },
  });

  beforeAll(async () => {
    api = await runSqliteApi({ UPSTREAM_OPERATIONS: RESOLVING });
    me = await context(api);
  });
  beforeEach(() => api.clear());
  afterAll(() => api.stop());

  const byName = (a: { name: string }, b: { name: string }) => (a.name < b.name ? -1 : 1);

  describe("pasting creators", () => {
    const watched = async () =>
      (await api.call("GET", "/v1/targets")).body.items
        .toSorted(byName)
        .map((one: { name: string; params: object; announceInitial: boolean }) => [
          one.name,
          one.params,
          one.announceInitial,
        ]);

    test("takes handles, links, ids and names, and answers each line", async () => {
      const text =
        "@maria, @kenji\nhttps://www.example.com/@lena\nLena Winter, 7012\n\n7018\nkotatsu_cafe\nno body\n<b>@x</b>";
      const { status, text: page } = await me.send("/creators/add", [
        ["creators", text],
        ["announce", "true"],
      ]);
      expect(status).toBe(200);
      expect(await watched()).toEqual([
        ["7018", { userId: "7018" }, true],
        ["@kenji", { handle: "kenji" }, true],
        ["@kotatsu_cafe", { handle: "kotatsu_cafe" }, true],
        ["@lena", { handle: "lena" }, true],
        ["@maria", { handle: "maria" }, true],
        ["Lena Winter", { userId: "7012" }, true],
      ]);
      expect(page).toContain("6 creators added");
      // The service of this test does not answer.
      expect(page.match(/be checked yet/g)).toHaveLength(6);
      expect(/<textarea[^>]*>([^<]*)</.exec(page)![1]!.trim()).toBe("no body\n&lt;b&gt;@x&lt;/b&gt;");
      const again = await me.send("/creators/add", [["creators", "7018\n7018"]]);
      expect(again.text).toContain("already added");
      expect(again.text).toContain("same creator as line 1");
      expect(again.text).toContain("<h1>Already watched</h1>");
      // Undo takes back those who were new.
      expect(again.text).not.toContain('action="/creators/delete"');
      const ids = /action="\/creators\/delete"[^]*?name="ids" value="([^"]*)"/.exec(page)![1]!;
      const undone = await me.send("/creators/delete", [["ids", ids]]);
      expect([undone.text.includes("6 creators deleted"), await watched()]).toEqual([true, []]);
    });

    test("adds whom another list has only if that is wanted, and then says that alerts may come twice", async () => {
      const { id } = (await api.call("POST", "/v1/watchlists", { name: "<Client>" })).body;
      const params = { userId: "7019", handle: "suna" };
      await api.call("POST", "/v1/targets", { kind: "live", name: "Suna", params, watchlistId: id });
      const { text: page } = await me.send("/creators/add", [["creators", "@suna\n@lena\nno body"]]);
      expect(await watched()).toHaveLength(2);
      expect(page).toContain("1 creator added");
      expect(page).toContain("1 creator is in another list already");
      expect(page).not.toContain("alerts may come twice");
      // The button adds them, and what is left to fix comes back.
      const form = page.slice(page.indexOf('<div class="note">'));
      const hidden = [...form.slice(0, form.indexOf("</form>")).matchAll(/name="([^"]*)" value="([^"]*)"/g)];
      const fields = hidden.map(([, name, value]): [string, string] => [name!, value!]);
      expect(new Map(fields).get("creators")).toBe("@suna\nno body");
      const added = await me.send("/creators/add", fields);
      expect(await watched()).toHaveLength(3);
      expect(added.text.match(/&lt;Client&gt;<\/bdi>: alerts may come twice/g)).toHaveLength(1);
      expect(/<textarea[^>]*>([^<]*)</.exec(added.text)![1]!.trim()).toBe("no body");
      // In the list that was meant, nobody is held back.
      const again = await me.send("/creators/add", [["creators", "@suna"]]);
      expect([again.text.includes("already added"), again.text.includes("in another list already")]).toEqual([
        true,
        false,
      ]);
    });

    test("adds whom another list has to the list that a sheet names for them", async () => {
      await api.call("POST", "/v1/targets", { kind: "live", name: "Suna", params: { userId: "7019", handle: "suna" } });
      const text = "Name;Handle;Watchlist\nSuna;@suna;Music";
      await me.send("/creators/add", [
        ["creators", text],
        ...["name", "handle", "watchlist"].map((one): [string, string] => ["column", one]),
      ]);
      expect(await watched()).toHaveLength(2);
    });

    test("takes a table, whose wrong rows stay with their header", async () => {
      const text = "Name;User ID;Watchlist\nMaria;7012;Music\nBo;seven;Music";
      const { text: page } = await me.send("/creators/add", [["creators", text]]);
      expect(await watched()).toEqual([["Maria", { userId: "7012" }, false]]);
      expect(page).toContain("Name;User ID;Watchlist\nBo;seven;Music");
      expect(page).toContain("userId must be 1 to 32 digits");
    });

    const SHEET = [
      "Talent\tTikTok\tClient\tEmail\tPrio",
      "Maria Rossi\t@maria\tBrightwave\tmaria@northlight.example\tA",
      "Kenji\tkenji.plays\t\tkenji@northlight.example\tB",
      "Lena\t\tBrightwave\t\t",
      "Vinyl Bar\thttps://youtube.com/@vinylbar\tBrightwave\t\t",
      "Suna Draws\t@suna\t\t\t",
      "Suna (Kobo)\t@suna\t\t\t",
      "Maria\t@MARIA\t\t\t",
    ].join("\n");
    const columnsIn = (page: string) =>
      [...page.matchAll(/<select[^>]*name="column"[^>]*>.*?<option value="(\w+)" selected/gs)].map(([, role]) => role);

    test("a sheet of any columns is shown with a guess before anybody is added", async () => {
      const looked = await me.send("/creators/add", [
        ["creators", SHEET.replace("Maria\t@MARIA", "Maria Rossi\t@MARIA")],
      ]);
      expect(looked.status).toBe(200);
      expect(await watched()).toEqual([]);
      expect(looked.text).toContain("2 of 7 rows are ready");
      expect(columnsIn(looked.text)).toEqual(["name", "handle", "list", "none", "favourite"]);
      expect(looked.text).toContain("Favorite if “A”");
      expect(looked.text).toContain("has no handle, link or ID");
      expect(looked.text).toContain("another site (youtube.com)");
      expect(looked.text).toContain("same creator as line 2");
    });

    test("a sheet is added with the chosen columns and names; the rest waits with its line and reason", async () => {
      const columns = ["name", "handle", "list", "none", "favourite"].map((role): [string, string] => ["column", role]);
      const { text: page } = await me.send("/creators/add", [
        ["creators", SHEET],
        ...columns,
        ["name:@suna", "Suna Draws"],
        ["name:@maria", "Maria Rossi"],
      ]);
      expect(await watched()).toEqual([
        ["Kenji", { handle: "kenji.plays" }, false],
        ["Maria Rossi", { handle: "maria" }, false],
        ["Suna Draws", { handle: "suna" }, false],
      ]);
      const { items } = (await api.call("GET", "/v1/targets")).body;
      expect(items.find((one: { name: string }) => one.name === "Maria Rossi").priority).toBe(3);
      const lists = (await api.call("GET", "/v1/watchlists")).body.items.map(({ name }: { name: string }) => name);
      expect(lists).toContain("Brightwave");
      expect(page).toContain("has no handle, link or ID");
      expect(page).toContain("is on another site (youtube.com), which your data service can&#39;t check");
      expect(/<textarea[^>]*>([^<]*)</.exec(page)![1]!.trim()).toBe(
        [SHEET.split("\n")[0], SHEET.split("\n")[3], SHEET.split("\n")[4]].join("\n").trim(),
      );
    });

    test("a sheet's lists are those that are there, and it says before who is watched and which lists are new", async () => {
      const { id } = (await api.call("POST", "/v1/watchlists", { name: "Kobo Games" })).body;
      await me.send("/creators/add", [["creators", "@lena"]]);
      const text = [
        "Talent\tTikTok\tClient",
        "Maria\t@maria\tkobo  GAMES",
        "Kenji\t@kenji\tBrightwave",
        "Suna\t@suna\tbrightwave ",
        "Lena\t@lena\tBrightwave",
      ].join("\n");
      const { text: before } = await me.send("/creators/add/read", [["creators", text]]);
      expect(before).toContain("All 4 rows are ready");
      expect(before.replaceAll(/<[^>]*>/g, "")).toContain("New lists: Brightwave");
      expect(before.replaceAll(/<[^>]*>/g, "")).toContain("also in default: alerts may come twice");
      // Its column decides the lists, so no other one can be chosen, except for rows that name none.
      expect(before.replaceAll(/<[^>]*>/g, "")).toContain("Column “Client” decides the lists");
      expect(before).not.toContain('<select class="in auto" id="paste-list"');
      const partly = await me.send("/creators/add/read", [["creators", `${text}\nOmar\t@omar\t`]]);
      expect(partly.text).toMatch(/>Rows without a list<\/label><select class="in auto" id="paste-list"/);
      const columns = columnsIn(before).map((role): [string, string] => ["column", role!]);
      await me.send("/creators/add", [["creators", text], ...columns]);
      const names = (await api.call("GET", "/v1/watchlists")).body.items.map(({ name }: { name: string }) => name);
      expect(names.toSorted()).toEqual(["Brightwave", "Kobo Games", "default"]);
      const maria = (await api.call("GET", `/v1/targets?watchlistId=${id}`)).body.items;
      expect(maria.map(({ name }: { name: string }) => name)).toEqual(["Maria"]);
      const { text: again } = await me.send("/creators/add/read", [["creators", text]]);
      expect(again).toContain("0 of 4 rows are ready");
      expect(again).toContain("Already watched (4)");
      expect(again).not.toContain("New lists");
    });

    test("hours in a sheet are read and shown back; who has others is added without", async () => {
      const text = [
        "Talent\tTikTok\tSchedule",
        "Maria\t@maria\tMo-Fr 20-23 Uhr",
        "Kenji\t@kenji.plays\tweekends from 8pm",
        "Suna\t@suna\tTBD",
        "Lena\t@lena\t",
      ].join("\n");
      const { text: page } = await me.send("/creators/add/read", [["creators", text]]);
      expect(columnsIn(page)).toEqual(["name", "handle", "hours"]);
      expect(page).toContain("usually Mon–Fri 20:00–23:00");
      expect(page).toContain("usually Sat, Sun 20:00–23:00");
      expect(page).toContain("added without hours: “TBD” is not days and times");
      const columns = columnsIn(page).map((role): [string, string] => ["column", role!]);
      await me.send("/creators/add", [["creators", text], ...columns]);
      const { items } = (await api.call("GET", "/v1/targets")).body;
      const hours = Object.fromEntries(
        items.map((one: { name: string; usualHours: unknown[] }) => [one.name, one.usualHours.length]),
      );
      expect(hours).toEqual({ Maria: 1, Kenji: 1, Suna: 0, Lena: 0 });
    });

    test("columns can be changed and read again, which adds nobody", async () => {
      const text = "Talent\tTikTok\nmaria\t@tom\nkenji\t@suna";
      const { text: page } = await me.send("/creators/add/read", [
        ["creators", text],
        ["column", "handle"],
        ["column", "none"],
      ]);
      expect(page).toContain("All 2 rows are ready");
      expect(page).toContain("@maria");
      expect(await watched()).toEqual([]);
    });

    test("one creator with two names waits for a choice", async () => {
      const { text: page } = await me.send("/creators/add", [
        ["creators", "Suna Draws @suna\nSuna Kobo @suna\n@maria"],
      ]);
      expect(await watched()).toEqual([["@maria", { handle: "maria" }, false]]);
      expect(page).toContain("one creator with 2 names (Suna Draws, Suna Kobo)");
      expect(page).toMatch(/<input type="radio" name="name:@suna" value="Suna Kobo"/);
      await me.send("/creators/add", [
        ["creators", "Suna Draws @suna\nSuna Kobo @suna"],
        ["name:@suna", "Suna Kobo"],
      ]);
      expect((await watched()).map(([name]: string[]) => name)).toEqual(["@maria", "Suna Kobo"]);
    });

    const utf16 = (text: string) => new Uint8Array(Buffer.from(`\ufeff${text}`, "utf16le"));
    const windows1252 = (text: string) => new Uint8Array(Buffer.from(text, "latin1"));
    const CSV = "Name,Handle\nZoé Müller,@zoe\nTomás Beats,@tomas\n";

    test.each<[string, Uint8Array<ArrayBuffer>]>([
      ["UTF-8", new TextEncoder().encode(CSV)],
      ["UTF-16", utf16(CSV)],
      ["Windows-1252", windows1252(CSV)],
    ])("takes a file in %s without scripts", async (_, bytes) => {
      const { status, text: page } = await me.upload(
        "/creators/add",
        [["creators", ""]],
        new File([bytes], "list.csv"),
      );
      expect(status).toBe(200);
      expect(page).toContain("All 2 rows are ready");
      expect(page).toContain("Zoé Müller");
      expect(page).toContain("Tomás Beats");
    });

    test("takes a workbook, and what is none stays on the page with its reason", async () => {
      const rows = [
        ["Name", "Handle"],
        ["Zoé", "@zoe"],
      ];
      const buffer = await writeXlsxFile(rows.map((row) => row.map((value) => ({ value })))).toBuffer();
      const taken = await me.upload("/creators/add", [], new File([new Uint8Array(buffer)], "list.xlsx"));
      expect(taken.text).toContain("1 row is ready");
      const broken = await me.upload(
        "/creators/add",
        [["creators", "@kept"]],
        new File(["PK\u0003\u0004 no"], "a.xlsx"),
      );
      expect([broken.status, broken.text]).toEqual([422, expect.stringContaining("can&#39;t be read")]);
      expect(broken.text).toContain("@kept");
      const large = new File([new Uint8Array(1024 * 1024 + 1)], "large.csv");
      expect((await me.upload("/creators/add", [], large)).text).toContain("larger than 1 MB");
    });

    test.each([
      ["", "Enter at least one"],
      ['name,user id\n"Maria,7012', "quoted cell"],
      [Array.from({ length: 1001 }, (_, n) => `${70_000 + n}`).join("\n"), "More than 1,000"],
    ])("what cannot be read at all is said, and stays typed", async (text, words) => {
      const answer = await me.send("/creators/add", [["creators", text]]);
      expect([answer.status, answer.text]).toEqual([422, expect.stringContaining(words)]);
      expect(answer.text).toContain(text.slice(-9).replaceAll('"', "&quot;"));
    });
  });
});

describe("creators looked up", () => {
  let api: RunningApi;
  let service: TestServer;
  let me: Visitor;

  /** The creators that the service knows, by handle. Two have the same name, and one has none. */
  const ids = new Map([
    ["maria", "7012"],
    ["lena.w", "7013"],
    ["lena_berlin", "7014"],
    ["nobodys", "7015"],
  ]);
  const NAMES = new Map([
    ["maria", "  Maria\u0000  Rossi "],
    ["lena.w", "Lena"],
    ["lena_berlin", "Lena"],
  ]);

  beforeAll(async () => {
    service = await serve((request, _, response) => {
      const { pathname, searchParams } = new URL(request.url!, "http://service.test");
      const handle = searchParams.get("handle") ?? "";
      const known = ids.has(handle);
      response.setHeader("content-type", "application/json");
      response.end(
        JSON.stringify(
          pathname === "/who"
            ? known
              ? { id: ids.get(handle), handle, name: NAMES.get(handle) }
              : {}
            : { live: { room_id: "7100" } },
        ),
      );
    });
    api = await runSqliteApi({
      UPSTREAM_BASE_URL: service.url,
      UPSTREAM_OPERATIONS: JSON.stringify({
        "user.resolve": {
          path: "/who",
          query: { handle: "{handle}" },
          fields: { userId: "/id", handle: "/handle", name: "/name" },
        },
        "live.check": {
          path: "/live",
          query: { user: "{userId}" },
          verdict: "/live/room_id",
          room: "/live/room_id",
          on: "present",
        },
      }),
    });
    me = await context(api);
  });
  afterAll(async () => {
    await api.stop();
    await service.close();
  });

  test("shows who is live at once, and keeps nobody whom the service doesn't know", async () => {
    const { text: page } = await me.send("/creators/add", [["creators", "@maria\nKenji @kenjiplayz"]]);
    expect(page).toContain("1 creator added");
    expect(page).toMatch(/pill live">live/);
    expect(page).toContain("was not found");
    expect(/<textarea[^>]*>([^<]*)</.exec(page)![1]!.trim()).toBe("Kenji @kenjiplayz");
    const { items } = (await api.call("GET", "/v1/targets")).body;
    expect(items.map(({ name }: { name: string }) => name)).toEqual(["Maria Rossi"]);
  });

  test("shows the service's name, and the handle of each of two creators with one name; a name of one's own stays", async () => {
    await me.send("/creators/add", [["creators", "@maria"]]);
    const { text: page } = await me.send("/creators/add", [
      ["creators", "@lena.w\n@lena_berlin\n@nobodys\nBoss https://www.tiktok.com/@maria"],
    ]);
    const rows = [...page.matchAll(/<li class="used came">([^]*?)<\/li>/g)].map(([, row]) =>
      row!
        .replaceAll(/<[^>]+>/g, " ")
        .replaceAll(/\s+/g, " ")
        .trim(),
    );
    expect(rows).toEqual([
      "LE Lena @lena.w live",
      "LE Lena @lena_berlin live",
      "NO @nobodys live",
      "BO Boss @maria already added",
    ]);
    const { text: list } = await me.open("/creators");
    const lenas = [...list.matchAll(/>Lena<\/bdi><\/b><small class="cut"><bdi>(@[\w.]+)</g)].map(
      ([, handle]) => handle,
    );
    expect(lenas.toSorted()).toEqual(["@lena.w", "@lena_berlin"]);
    const { text: found } = await me.open("/creators?q=Rossi");
    expect([found.includes(">Maria Rossi</bdi>"), /@lena[._]/.test(found)]).toEqual([true, false]);
    await me.send("/creators/add", [
      ["creators", "Lena from Vienna @lena.w"],
      ["list", "wl_default"],
    ]);
    const { items } = (await api.call("GET", "/v1/targets")).body;
    const names = items.map(({ name }: { name: string }) => name);
    expect(names.toSorted()).toEqual(["@nobodys", "Lena", "Lena", "Maria Rossi"]);
  });

  test("corrects a handle on the creator's page: a rename goes on, another person starts over, a typo is refused", async () => {
    await api.clear();
    await me.send("/creators/add", [["creators", "@maria"]]);
    const [one] = (await api.call("GET", "/v1/targets")).body.items;
    const saves = async (handle: string) => {
      const { text } = await me.open(`/creators/${one.id}`);
      const revision = /name="revision" value="(\d+)"/.exec(text)![1]!;
      return me.send(`/creators/${one.id}`, [
        ["revision", revision],
        ["/name", one.name],
        ["/watchlistId", one.watchlistId],
        ["/intervalSeconds", String(one.intervalSeconds)],
        ["/priority", String(one.priority)],
        ["/enabled", "true"],
        ["/params/handle", handle],
      ]);
    };
    const params = async () => (await api.call("GET", `/v1/targets/${one.id}`)).body.params;
    const mariaId = (await params()).userId;
    ids.set("maria.live", mariaId);
    expect((await saves("https://www.example.com/@maria.live")).text).toContain("saved");
    expect(await params()).toMatchObject({ userId: mariaId, handle: "maria.live" });
    const typo = await saves("nobody-has-it");
    expect([typo.status, typo.text]).toEqual([422, expect.stringContaining("know this name")]);
    expect((await saves("@lena.w")).text).toContain("saved");
    expect(await params()).toEqual({ userId: ids.get("lena.w"), handle: "lena.w" });
  });
});
