import { readFileSync } from "node:fs";
import { describe, expect, it } from "vitest";
import { answered, catalogue } from "./catalogue.ts";
import { cast } from "./cast.ts";
import { drive, type Answer } from "./testing/driver.ts";

const check = "/api/v1//live/check";
const home = "/api/v1//product/home/by-category-id";

describe("authentication", () => {
  it.each([
    ["none", undefined],
    ["another password", `Basic ${btoa("demo:wrong")}`],
    ["another scheme", "Bearer demo"],
  ])("refuses %s", async (_name, authorization) => {
    const answer = await drive().send(`${check}?user_id=7012`, authorization ? { headers: { authorization } } : {});
    expect(answer.status).toBe(401);
    expect(answer.json()).toEqual({ code: 401, msg: "Unauthorized", data: null });
  });

  it("accepts the configured credentials", async () => {
    const simulator = drive({ SIM_USERNAME: "zoë", SIM_PASSWORD: "p:w" });
    const authorization = `Basic ${btoa(String.fromCharCode(...new TextEncoder().encode("zoë:p:w")))}`;
    expect((await simulator.send(`${check}?user_id=1`, { headers: { authorization } })).status).toBe(200);
    expect((await simulator.call(`${check}?user_id=1`)).status).toBe(401);
  });
});

describe("paths and parameters", () => {
  it.each(["/api/v1/live/check", "/api/v1//live/check/", "/api/v1//nothing", "/api/v2//live/check", "/other"])(
    "%s is 404",
    async (path) => {
      const answer = await drive().call(`${path}?user_id=7012`);
      expect([answer.status, answer.json().code]).toEqual([404, 404]);
    },
  );

  it("answers 405 to the wrong method", async () => {
    expect((await drive().callWith(check, {})).status).toBe(405);
    expect((await drive().call(home)).status).toBe(405);
  });

  it.each([
    [check, ["user_id", "room_id"]],
    [`${check}?user_id=maria`, ["user_id"]],
    ["/api/v1//live/ranking/list?room_id=1", ["user_id"]],
    ["/api/v1//search/hashtag?region=US", ["keyword"]],
    ["/api/v1//search/hashtag?keyword=a&region=us", ["region"]],
    ["/api/v1//search/hashtag?keyword=a&offset=-1&count=51", ["offset", "count"]],
    ["/api/v1//search/hashtag?keyword=a&count=ten", ["count"]],
  ])("%s is 400", async (path, fields) => {
    const answer = await drive().call(path);
    expect(answer.status).toBe(400);
    expect(answer.json()).toMatchObject({ code: 400, msg: "Bad Request", data: null });
    expect(Object.keys(answer.json().fields)).toEqual(fields);
  });

  it.each([
    [{}, "category_id"],
    [{ category_id: "7" }, "category_id"],
    [{ category_id: 7, exclude_product_ids: [7] }, "exclude_product_ids"],
    [[], "body"],
  ])("a body of %j is 400", async (body, field) => {
    const answer = await drive().callWith(home, body);
    expect([answer.status, Object.keys(answer.json().fields)]).toEqual([400, [field]]);
  });
});

describe("every operation", () => {
  const provided: Record<string, string> = { digits: "7012", text: "@maria", integer: "1", region: "ES", ids: "7" };
  it.each(answered.map((entry) => [entry.name, entry] as const))("%s answers in the envelope", async (_name, entry) => {
    const simulator = drive();
    const query = new URLSearchParams(entry.params.map(({ name, type }) => [name, provided[type] ?? ""]));
    const path = entry.path;
    const answer = await (entry.method === "GET"
      ? simulator.call(`${path}?${query}`)
      : simulator.callWith(path, { category_id: 1, user_ids: ["7012"] }));
    expect(answer.status).toBe(200);
    expect(answer.headers.get("content-type")).toBe("application/json");
    expect(answer.json()).toMatchObject({ code: 0, msg: "success", data: expect.any(Object) });
  });

  it("is documented in the README", () => {
    const manual = readFileSync(`${import.meta.dirname}/README.md`, "utf8").replace(/ +/g, " ");
    for (const { name, title, method, path } of answered) {
      expect(manual).toContain(`| \`${name}\` | ${title} | ${method} \`${path}\` |`);
    }
  });

  it("has a unique name and path", () => {
    expect(catalogue).toHaveLength(51);
    expect(new Set(answered.map((entry) => entry.name)).size).toBe(53);
    expect(new Set(answered.map((entry) => entry.path)).size).toBe(53);
  });

  it("that checks many answers a row for each, as the single check does", async () => {
    const simulator = drive();
    await simulator.post("/_sim/live", { userId: "7012", on: true, roomId: "7100" });
    const rowsOf = async (sent: Promise<Answer>) => (await sent).json().data.data as Record<string, unknown>[];
    const many = "/api/v1//live/check_many";
    const rows = await rowsOf(simulator.call(`${many}?user_ids=7012,7001&handles=maria`));
    expect(rows.map((row) => [row["user_id"], row["alive"], row["unique_id"]])).toEqual([
      ["7012", true, "maria"],
      ["7001", false, undefined],
      ["7012", true, undefined],
    ]);
    const [one] = await rowsOf(simulator.call(`${check}?user_id=7012`));
    expect(rows.at(-1)).toEqual(one);
    const bulk = simulator.callWith("/api/v1//live/check_bulk", { room_ids: ["7100"], user_ids: ["7001"] });
    expect((await rowsOf(bulk)).map((row) => row["alive"])).toEqual([true, false]);
    expect((await simulator.call(many)).status).toBe(400);
    expect((await simulator.call(`${many}?user_ids=${Array.from({ length: 201 }, () => "7").join()}`)).status).toBe(
      400,
    );
  });

  it("that checks many fails on request by its own name", async () => {
    const simulator = drive();
    await simulator.post("/_sim/faults", { operation: "live.check_many", mode: "status", status: 413, times: 1 });
    const asked = () => simulator.call("/api/v1//live/check_many?user_ids=7012");
    expect([(await asked()).status, (await asked()).status]).toEqual([413, 200]);
  });
});

describe("ids agree across operations", () => {
  it("of users, videos and sounds", async () => {
    const simulator = drive();
    const data = async (path: string) => (await simulator.call(`/api/v1//${path}`)).json().data;
    expect((await data("user/info?user_id=7012")).user).toMatchObject({ uid: "7012", unique_id: "maria" });
    expect((await data("user/extract/user-id?url=https://x.example/@maria/live")).user_id).toBe("7012");
    const stranger = (await data("user/info?user_id=6900000000000000001")).user;
    expect((await data(`user/extract/user-id?url=@${stranger.unique_id}`)).user_id).toBe("6900000000000000001");
    const [video] = (await data("user/videos?user_id=7012")).aweme_list;
    expect((await data(`video/info?video_id=${video.aweme_id}`)).aweme_detail).toEqual(video);
    expect(video.author.uid).toBe("7012");
    const [sung] = (await data("video/by-music?music_id=7100000000000000001")).aweme_list;
    expect(sung.music.id).toBe("7100000000000000001");
    expect((await data(`video/music?music_id=${sung.music.id}`)).music_info).toEqual(sung.music);
  });

  it("of products and sellers", async () => {
    const simulator = drive();
    const data = async (path: string) => (await simulator.call(`/api/v1//${path}`)).json().data;
    const [item] = (await simulator.callWith(home, { category_id: 5 })).json().data.productList;
    expect((await data(`product/info?product_id=${item.product_id}`)).product).toEqual(item);
    const seller = (await data(`seller/info?seller_id=${item.seller_info.seller_id}`)).seller;
    expect(seller.shop_name).toBe(item.seller_info.shop_name);
    const [sold] = (await data("seller/products?seller_id=7495000000000000001")).productList;
    expect(sold.seller_info.seller_id).toBe("7495000000000000001");
    expect((await data(`product/info?product_id=${sold.product_id}`)).product).toEqual(sold);
    const [clip] = (await data(`video/by-product?product_id=${item.product_id}`)).aweme_list;
    expect((await data(`product/by-video?video_id=${clip.aweme_id}`)).productList[0]).toEqual(item);
  });

  it("of rooms", async () => {
    const simulator = drive();
    const row = (await simulator.call(`${check}?user_id=7012`)).json().data.data[0];
    const { room } = (await simulator.call(`/api/v1//live/info?room_id=${row.room_id_str}`)).json().data;
    expect(room).toMatchObject({ room_id_str: row.room_id_str, owner: { uid: "7012" }, status: row.alive ? 2 : 4 });
  });
});

describe("the live check", () => {
  it("writes room ids as numbers with all their digits", async () => {
    const simulator = drive();
    for (const { userId } of cast) {
      const answer = await simulator.call(`${check}?user_id=${userId}`);
      const [, id = ""] = /"room_id":(\d{19}),/.exec(answer.text) ?? [];
      expect(BigInt(id)).toBeGreaterThan(2n ** 53n);
      expect(answer.text).toContain(`"room_id_str":"${id}"`);
      expect(answer.json().data).toMatchObject({ extra: { now: expect.any(Number) }, status_code: 0 });
    }
  });

  it("reports a room as live only during its current broadcast", async () => {
    const simulator = drive();
    const alive = async (query: string) => (await simulator.call(`${check}?${query}`)).json().data.data[0].alive;
    await simulator.post("/_sim/live", { userId: "7012", on: true, roomId: "7100" });
    expect(await alive("room_id=7100")).toBe(true);
    await simulator.post("/_sim/live", { userId: "7012", on: true, roomId: "7770000000000000001" });
    expect(await alive("room_id=7100")).toBe(false);
    expect(await alive("room_id=7770000000000000001")).toBe(true);
    expect(await alive("room_id=7100&user_id=7012")).toBe(true);
    expect(await alive("room_id=123456")).toBe(false);
  });
});

describe("the key", () => {
  it("counts the calls", async () => {
    const simulator = drive();
    for (let call = 0; call < 3; call++) await simulator.call(`${check}?user_id=1`);
    expect((await simulator.call("/api/v1//key/info")).json().data.requests_used).toBe(3);
  });
});
