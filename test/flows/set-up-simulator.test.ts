import { describe, expect, test } from "vitest";
import { catalogue } from "../../sim/catalogue.ts";
import { drive } from "../../sim/testing/driver.ts";
import { isObject, pointed, type Json } from "../../src/core/json.ts";
import { rowsOf } from "../../src/core/rows.ts";
import { fieldsFound } from "../../src/features/service/define/fields-found.ts";
import { rowsFound } from "../../src/features/service/define/rows-found.ts";

/** Operations of the simulator that answer with a list, and the key that identifies its rows. */
const LISTS: Record<string, string> = {
  "user.videos": "/aweme_id",
  "user.liked_videos": "/aweme_id",
  "user.playlists": "/playlist_id",
  "user.playlist": "/aweme_id",
  "user.followers": "/uid",
  "user.following": "/uid",
  "user.stories": "/aweme_id",
  "video.comments": "/cid",
  "video.comment_replies": "/cid",
  "video.trending_categories": "/category_id",
  "video.trending": "/aweme_id",
  "video.by_play": "/aweme_id",
  "video.by_hashtag": "/aweme_id",
  "video.by_music": "/aweme_id",
  "video.user_music": "/id",
  "video.by_product": "/aweme_id",
  "video.by_seller": "/aweme_id",
  "seller.categories": "/category_id",
  "product.categories_level1": "/category_id",
  "product.categories_level2": "/category_id",
  "product.categories_level3": "/category_id",
  "seller.products": "/product_id",
  "product.by_video": "/product_id",
  "product.by_user": "/product_id",
  "product.home_by_category": "/product_id",
  "search.user": "/user_info/uid",
  "search.video": "/aweme_id",
  "search.hashtag": "/challenge_info/cid",
  "search.music": "/id",
  "search.product": "/product_id",
};

const VALUES: Record<string, string> = { keyword: "cats", region: "US", category_id: "601000" };

/** Asks until an answer has rows: of some creators and videos there are none. */
async function answerWithRows(name: string): Promise<Json> {
  const { method, path, params } = catalogue.find((one) => one.name === name)!;
  const service = drive();
  for (let n = 0; n < 30; n++) {
    const required = params.filter((one) => one.required);
    const values = Object.fromEntries(required.map((one) => [one.name, VALUES[one.name] ?? `70${n}12345678901`]));
    const answer =
      method === "POST"
        ? await service.callWith(path, { ...values, category_id: 601000 })
        : await service.call(`${path}?${new URLSearchParams(values).toString()}`);
    const body = answer.json() as Json;
    expect([name, answer.status, isObject(body) ? body["code"] : null]).toEqual([name, 200, 0]);
    const found = rowsFound(body);
    if (found.length > 0 && found[0]!.count > 1) return body;
  }
  throw new Error(`no answer of ${name} had rows`);
}

describe("in an answer of the simulator", () => {
  test.each(Object.entries(LISTS))("%s: the rows and their identity are found", async (name, id) => {
    const body = await answerWithRows(name);
    const [{ rows, ids }] = rowsFound(body) as [ReturnType<typeof rowsFound>[number]];
    expect(ids[0]).toBe(id);
    const list = pointed(body, rows) as Json[];
    const fields = Object.fromEntries(
      fieldsFound(list[0]!, id).flatMap(({ name: field, pointer, proposed }) => (proposed ? [[field, pointer]] : [])),
    );
    const read = rowsOf(body, { rows, id }, fields);
    expect(read.ok && read.value.rows.length).toBe(list.length);
    expect(Object.keys(fields).length).toBeGreaterThan(0);
    if (name.endsWith("videos")) expect(Object.keys(fields)).toEqual(expect.arrayContaining(["title", "time"]));
  });

  test("every operation of a list is among these", () => {
    const rest = catalogue.filter(({ name }) => !Object.hasOwn(LISTS, name)).map(({ name }) => name);
    // Of the first, rows are within groups; the second has rows while somebody is live.
    expect(rest.filter((name) => /s$|list|search/.test(name))).toEqual(["live.ranking_list", "search.live"]);
  });
});
