import { describe, expect, it } from "vitest";
import { drive } from "./testing/driver.ts";
import { dayMs, minuteMs } from "./world/durations.ts";

type Simulator = ReturnType<typeof drive>;

describe("rankings", () => {
  it("change places, gain and lose creators, and start over at the end of a period", async () => {
    const simulator = drive();
    const places = new Map<number, number[]>();
    for (let step = 0; step < 120; step++) {
      const groups = (await simulator.call("/api/v1//live/ranking/list?room_id=7105&user_id=7005")).json().data.data;
      for (const group of groups) {
        for (const entrance of group.data.entrances) {
          expect(entrance.owner_rank_idx > 0).toBe(entrance.owner_on_rank);
          expect(entrance.owner_rank_idx).toBeLessThanOrEqual(99);
          expect(entrance.countdown).toBeLessThanOrEqual(entrance.window_size);
          places.set(entrance.rank_type, [...(places.get(entrance.rank_type) ?? []), entrance.owner_rank_idx]);
        }
      }
      simulator.wait(minuteMs);
    }
    const hourly = places.get(0) ?? [];
    expect(new Set(hourly).size).toBeGreaterThan(10);
    expect(hourly).toContain(0);
    expect(Math.max(...hourly)).toBeGreaterThan(20);
    expect([...places.keys()]).toEqual(expect.arrayContaining([0, 1, 8]));
  });
});

describe("videos", () => {
  const videos = async (simulator: Simulator, count = 10): Promise<any[]> =>
    (await simulator.call(`/api/v1//user/videos?user_id=7012&count=${count}`)).json().data.aweme_list;

  it("appear within a minute and every few minutes after that, newest first", async () => {
    const simulator = drive();
    const before = (await videos(simulator)).map(({ aweme_id: id }) => id);
    simulator.wait(minuteMs);
    const [newest, ...rest] = await videos(simulator);
    expect(before).not.toContain(newest.aweme_id);
    expect(rest.map(({ aweme_id: id }) => id)).toEqual(before.slice(0, -1));
    const times = [newest, ...rest].map(({ create_time: at }) => at);
    expect(times).toEqual(times.toSorted((a, b) => b - a));
    simulator.wait(20 * minuteMs);
    const ids = (await videos(simulator)).map(({ aweme_id: id }) => id);
    expect(ids.indexOf(newest.aweme_id)).toBeGreaterThanOrEqual(2);
  });

  it("appeared at most a few times a day before the start", async () => {
    const times = (await videos(drive())).map(({ create_time: at }) => at * 1000);
    const apart = times.slice(1).map((at, place) => times[place]! - at);
    expect(Math.min(...apart)).toBeGreaterThanOrEqual(9 * 60 * minuteMs);
  });

  it("are posted by a control, with a caption", async () => {
    const simulator = drive();
    const before = await videos(simulator);
    const posted = (await simulator.post("/_sim/post", { userId: "7012", caption: "Look at this" })).json();
    await simulator.post("/_sim/post", { userId: "7012" });
    const [, second, ...rest] = await videos(simulator);
    expect([second.aweme_id, second.desc]).toEqual([posted.videoId, "Look at this"]);
    expect(rest.map(({ aweme_id: id }) => id)).toEqual(before.slice(0, -2).map(({ aweme_id: id }) => id));
    expect((await simulator.post("/_sim/post", { userId: "maria", caption: "" })).json().errors).toHaveLength(2);
  });
});

describe("hashtags", () => {
  const names = async (simulator: Simulator, query = "offset=0&count=50"): Promise<Map<string, number>> => {
    const { data } = (await simulator.call(`/api/v1//search/hashtag?keyword=cats&region=US&${query}`)).json();
    return new Map(data.challenge_list.map((one: any) => [one.challenge_info.cid, one.challenge_info.view_count]));
  };

  it("grow slowly, appear and disappear", async () => {
    const simulator = drive();
    const first = await names(simulator);
    const ever = new Set(first.keys());
    for (let step = 0; step < 12; step++) {
      simulator.wait(3 * minuteMs);
      for (const cid of (await names(simulator)).keys()) ever.add(cid);
    }
    const last = await names(simulator);
    for (const [cid, views] of first) if (last.has(cid)) expect(last.get(cid)).toBeGreaterThanOrEqual(views);
    expect(ever.size).toBeGreaterThan(first.size);
    expect(Math.max(...last.values())).toBeGreaterThan(1e9);
    expect(Math.max(...last.values())).toBeLessThanOrEqual(7e11);
  });

  it("come in pages that add up to the whole", async () => {
    const simulator = drive();
    const whole = await names(simulator);
    const paged: string[] = [];
    let cursor = 0;
    for (let more = 1; more === 1;) {
      const path = `/api/v1//search/hashtag?keyword=cats&region=US&offset=${cursor}&count=5`;
      const { data } = (await simulator.call(path)).json();
      expect(data.challenge_list.length).toBeLessThanOrEqual(5);
      paged.push(...data.challenge_list.map((one: any) => one.challenge_info.cid));
      [cursor, more] = [data.cursor, data.has_more];
    }
    expect(paged).toEqual([...whole.keys()]);
  });

  it("are null for a keyword without letters or digits", async () => {
    const { data } = (await drive().call("/api/v1//search/hashtag?keyword=!!!")).json();
    expect(data).toMatchObject({
      challenge_list: null,
      has_more: 0,
      search_nil_info: { search_nil_item: "empty_session" },
    });
  });
});

describe("products", () => {
  const home = "/api/v1//product/home/by-category-id";
  const offered = async (simulator: Simulator, exclude: string[] = []): Promise<Map<string, any>> => {
    const body = { category_id: 601_152, exclude_product_ids: exclude };
    const { productList } = (await simulator.callWith(home, body)).json().data;
    return new Map(productList.map((item: any) => [item.product_id, item]));
  };

  it("are listed and delisted, change their prices, and sell", async () => {
    const simulator = drive();
    const first = await offered(simulator);
    const ever = new Set(first.keys());
    let priceChanges = 0;
    let before = first;
    for (let step = 0; step < 40; step++) {
      simulator.wait(3 * minuteMs);
      const now = await offered(simulator);
      for (const [id, item] of now) {
        ever.add(id);
        const earlier = before.get(id)?.product_price_info.sale_price_decimal;
        if (earlier && earlier !== item.product_price_info.sale_price_decimal) priceChanges++;
      }
      before = now;
    }
    expect(first.size).toBeGreaterThan(18);
    expect(ever.size).toBeGreaterThan(first.size);
    expect(priceChanges).toBeGreaterThan(0);
    simulator.wait(dayMs);
    const later = await offered(simulator);
    const stored = [...first.keys()].filter((id) => later.has(id));
    expect(stored.some((id) => later.get(id).sold_info.sold_count > first.get(id).sold_info.sold_count)).toBe(true);
  });

  it("omit the excluded ids", async () => {
    const simulator = drive();
    const [first = ""] = (await offered(simulator)).keys();
    expect([...(await offered(simulator, [first])).keys()]).not.toContain(first);
  });
});
