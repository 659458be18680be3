import { describe, expect, it } from "vitest";
import { drive } from "./testing/driver.ts";
import { type Kind, type Row, envelope, image, optional, text } from "./testing/shape-row.ts";

const entrance = (name: string): string => `data.data[].data.entrances[].${name}`;
const bonus = (name: string): string => entrance(`affiliated_content.team_rank_bonus_time${name}`);
/** Section 2.4 of the specification. */
const rankingRows: Row[] = [
  ...envelope,
  ["data.data", "array"],
  ["data.data[].Priority", "integer"],
  ["data.data[].animation_loop_for_off", "boolean"],
  ["data.data[].data.entrances", "array"],
  ["data.data[].data.tabs", "array"],
  ["data.data[].group_type", "integer"],
  ["data.data[].is_animation_loop_play", "boolean"],
  ["data.data[].union_animation.rank_type_array", "array"],
  ["data.data[].union_animation.rank_type_array[]", "integer"],
  ["data.data[].union_animation.supported_version", "integer"],
  ["data.data[].union_animation.union_type", "integer"],
  [entrance("block_message"), "boolean"],
  [entrance("countdown"), "integer"],
  ...text(entrance("default_content")),
  [entrance("owner_on_rank"), "boolean"],
  [entrance("owner_rank_idx"), "integer"],
  [entrance("rank_type"), "integer"],
  [entrance("related_tab_rank_type"), "integer"],
  [entrance("request_first_show_type"), "integer"],
  [entrance("reset_time"), "integer"],
  [entrance("roll_config.duration"), "integer"],
  [entrance("roll_config.weight"), "integer"],
  [entrance("window_size"), "integer"],
  [entrance("affiliated_content"), "object", "optional"],
  ...optional(text(entrance("affiliated_content.gap_desc"))),
  [bonus(""), "object", "optional"],
  [bonus(".bonus_rate"), "integer", "optional"],
  [bonus(".bonus_time_gift_id"), "integer", "optional"],
  [bonus(".end_timestamp"), "integer", "optional"],
  [bonus(".start_timestamp"), "integer", "optional"],
  [bonus(".show_animation"), "boolean", "optional"],
  [bonus(".switch"), "boolean", "optional"],
  [entrance("class_info"), "object", "optional"],
  [entrance("class_info.class_type"), "integer", "optional"],
  [entrance("class_info.star_count"), "integer", "optional"],
  ...optional(image(entrance("entranceIcon"))),
  [entrance("entranceIcon.avg_color"), "string", "optional"],
  [entrance("entranceIcon.image_type"), "integer", "optional"],
  [entrance("entranceIcon.is_animated"), "boolean", "optional"],
  [entrance("entranceIcon.open_web_url"), "string", "optional"],
  ["data.data[].data.tabs[].list_lynx_type", "integer"],
  ["data.data[].data.tabs[].rank_type", "integer"],
  ["data.data[].data.tabs[].title", "string"],
  ...text("data.data[].data.tabs[].title_text").filter(([path]) => !path.includes("pieces[]")),
  ["data.extra.now", "integer"],
  ["data.status_code", "integer"],
];

const price = (name: string): string => `data.productList[].product_price_info.${name}`;
/** Section 2.3 of the specification. */
const productRows: Row[] = [
  ...envelope,
  ["data.productList", "array"],
  ["data.productList[].product_id", "string"],
  ["data.productList[].title", "string"],
  ...image("data.productList[].image"),
  [price("sku_id"), "string"],
  [price("symbol_position"), "integer"],
  [price("show_currency_space"), "boolean"],
  [price("currency_show_mode"), "integer"],
  [price("currency_name"), "string"],
  [price("currency_symbol"), "string"],
  [price("sale_price_decimal"), "string"],
  [price("origin_price_decimal"), "string", "optional"],
  [price("sale_price_format"), "string"],
  [price("origin_price_format"), "string", "optional"],
  [price("discount_format"), "string", "optional"],
  [price("discount_decimal"), "string", "optional"],
  [price("reduce_price_format"), "string", "optional"],
  [price("single_product_price_format"), "string"],
  [price("single_product_price_decimal"), "string"],
  [price("sale_price_integer_part_format"), "string"],
  [price("sale_price_decimal_part_format"), "string"],
  [price("decimal_point_symbol"), "string"],
  [price("promotion_deduction_details"), "object"],
  [price("promotion_deduction_details.seller_subtotal_deduction"), "string", "optional"],
  [price("promotion_deduction_details.seller_subtotal_deduction_decimal"), "string", "optional"],
  ["data.productList[].rate_info.score", "number"],
  ["data.productList[].rate_info.review_count", "string"],
  ["data.productList[].sold_info.sold_count", "integer"],
  ["data.productList[].seller_info.seller_id", "string"],
  ["data.productList[].seller_info.shop_name", "string"],
  ...image("data.productList[].seller_info.shop_logo"),
  ["data.productList[].seo_url.updated_at", "string"],
  ["data.productList[].seo_url.canonical_url", "string"],
  ["data.productList[].seo_url.slug", "string"],
  ["data.productList[].seo_url.type", "integer"],
  ["data.productList[].seo_url.version", "integer"],
  ["data.productList[].product_marketing_info.placement_labels", "object"],
  ["data.productList[].product_marketing_info.placement_labels.*[].id", "string"],
  ["data.productList[].product_marketing_info.placement_labels.*[].default_style", "integer"],
  ["data.productList[].product_marketing_info.placement_labels.*[].is_show_icon", "boolean"],
  ["data.productList[].product_marketing_info.placement_labels.*[].type", "integer"],
  ["data.productList[].product_marketing_info.placement_labels.*[].text", "string"],
  ...image("data.productList[].product_marketing_info.placement_labels.*[].icon.light_icon"),
  ["data.productList[].product_marketing_info.placement_labels.*[].icon.light_icon.minetype", "string"],
];

const info = (name: string): string => `data.challenge_list[].challenge_info.${name}`;
const share = (name: string): string => info(`share_info.${name}`);
const doodle = (name: string): string => `data.global_doodle_config.${name}`;
/** Section 2.5 of the specification. */
const hashtagRows: Row[] = [
  ...envelope,
  ["data.ad_info", "object"],
  ["data.challenge_list", "array"],
  ["data.challenge_list[].challenge_info", "object"],
  ["data.challenge_list[].items", ["null", "array"]],
  ["data.challenge_list[].position", ["null", "array"]],
  ["data.cursor", "integer"],
  ["data.has_more", "integer"],
  ["data.extra.api_debug_info", "null"],
  ["data.extra.fatal_item_ids", "array"],
  ["data.extra.logid", "string"],
  ["data.extra.now", "integer"],
  ["data.extra.search_request_id", "string"],
  ["data.extra.server_stream_time", "integer"],
  ["data.feedback_type", "string"],
  ["data.is_match", "boolean"],
  ["data.keyword_disabled", "integer"],
  ["data.log_pb.impr_id", "string"],
  ["data.qc", "string"],
  ["data.status_code", "integer"],
  ...["cha_name", "search_cha_name", "cid", "desc", "hashtag_profile", "schema"].map((name): Row => [
    info(name),
    "string",
  ]),
  ...["type", "sub_type", "is_challenge", "collect_stat", "use_count", "user_count", "view_count"].map((name): Row => [
    info(name),
    "integer",
  ]),
  [info("is_commerce"), "boolean"],
  [info("is_pgcshow"), "boolean"],
  [info("extra_attr.is_live"), "boolean"],
  [info("connect_music"), "array"],
  ...["banner_list", "cha_attrs", "search_highlight", "show_items"].map((name): Row => [info(name), "null"]),
  [share("bool_persist"), "integer"],
  [share("now_invitation_card_image_urls"), "null"],
  ...[
    "desc",
    "desc_info",
    "quote",
    "signature_desc",
    "signature_url",
    "title",
    "title_myself",
    "title_other",
    "url",
  ].map((name): Row => [share(`share_${name}`), "string"]),
  [doodle("feedback_survey"), "array"],
  [doodle("feedback_survey[].feedback_type"), "string"],
  [doodle("feedback_survey[].long_stress_info"), "null"],
  [doodle("feedback_survey[].multiple_choices[].key"), "string"],
  [doodle("feedback_survey[].multiple_choices[].value"), "string"],
  [doodle("feedback_survey[].send_us_multiple_choices"), "null"],
  [doodle("hashtag_vertical_style_type"), "integer"],
  [doodle("hide_results"), "boolean"],
  [doodle("hit_dolphin"), "boolean"],
  [doodle("hit_shark"), "boolean"],
  [doodle("keyword"), "string"],
  [doodle("new_source"), "string"],
  [doodle("search_channel"), "string"],
  [doodle("tns_search_result"), "string"],
];

const simulator = drive();
const sweep = <T>(inputs: T[], read: (input: T) => Promise<{ json(): unknown }>): Promise<unknown[]> =>
  Promise.all(inputs.map(async (input) => (await read(input)).json()));
const numbers = (count: number): number[] => Array.from({ length: count }, (_none, index) => index + 1);

const operations: [name: string, rows: Row[], answers: Promise<unknown[]>][] = [
  [
    "product.home_by_category",
    productRows,
    sweep(numbers(12), (id) => simulator.callWith("/api/v1//product/home/by-category-id", { category_id: id })),
  ],
  [
    "live.ranking_list",
    rankingRows,
    sweep(numbers(60), (id) => simulator.call(`/api/v1//live/ranking/list?room_id=${id}&user_id=${7000 + id}`)),
  ],
  [
    "search.hashtag",
    hashtagRows,
    sweep(["cats", "fyp", "food", "Tanz"], (keyword) =>
      simulator.call(`/api/v1//search/hashtag?keyword=${keyword}&region=US&offset=0&count=50`),
    ),
  ],
];

describe.each(operations)("%s", (_name, rows, answers) => {
  it.each(rows)("%s is %s", async (path, kind, isOptional) => {
    const found = (await answers).flatMap((answer) => valuesAt(answer, path));
    const present = found.filter((value) => value !== undefined);
    const kinds = [kind].flat();
    expect(present.length).toBeGreaterThan(0);
    for (const value of present)
      expect(
        kinds.some((one) => isA(one, value)),
        JSON.stringify(value),
      ).toBe(true);
    if (kinds.length > 1)
      for (const one of kinds)
        expect(
          present.some((value) => isA(one, value)),
          one,
        ).toBe(true);
    if (isOptional && !isInsideOptional(path)) expect(found.length).toBeGreaterThan(present.length);
    if (!isOptional) expect(found).toHaveLength(present.length);
  });
});

/** Inside an optional object, the absence of the object itself shows that its fields are optional. */
function isInsideOptional(path: string): boolean {
  return /(gap_desc|bonus_time|class_info|entranceIcon)\./.test(path);
}

/** Returns every value at a path; undefined where an existing object lacks the last step. */
function valuesAt(root: unknown, path: string): unknown[] {
  let values: unknown[] = [root];
  const steps = path.replaceAll("[]", ".[]").split(".");
  for (const [index, step] of steps.entries()) {
    values = values.flatMap((value): unknown[] => {
      if (step === "[]") return Array.isArray(value) ? value : [];
      if (typeof value !== "object" || value === null) return [];
      if (step === "*") return Object.values(value);
      const next = (value as Record<string, unknown>)[step];
      return next === undefined && index < steps.length - 1 ? [] : [next];
    });
  }
  return values;
}

function isA(kind: Kind, value: unknown): boolean {
  if (kind === "null") return value === null;
  if (kind === "array") return Array.isArray(value);
  if (kind === "string[]")
    return Array.isArray(value) && value.length > 0 && value.every((item) => typeof item === "string");
  if (kind === "object") return typeof value === "object" && value !== null && !Array.isArray(value);
  return kind === "integer" ? Number.isInteger(value) : typeof value === kind;
}
