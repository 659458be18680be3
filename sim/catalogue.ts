/** A parameter of an operation: in the query for GET, in the JSON body for POST. */
export interface Parameter {
  name: string;
  type: "digits" | "text" | "region" | "integer" | "ids";
  required: boolean;
  min?: number;
  max?: number;
  fallback?: string | number;
}

/** One operation of the service. With `oneOf`, at least one of those parameters is required. */
export interface CatalogueEntry {
  name: string;
  title: string;
  category: "User" | "Video" | "Live" | "Shop" | "Search" | "Key";
  method: "GET" | "POST";
  path: string;
  params: Parameter[];
  oneOf?: string[];
}

const digits = (name: string, required = true): Parameter => ({ name, type: "digits", required });
const text = (name: string, required = true): Parameter => ({ name, type: "text", required, min: 1, max: 300 });
const region: Parameter = { name: "region", type: "region", required: false, fallback: "US" };
const integer = (name: string): Parameter => ({ name, type: "integer", required: true, min: 0, max: 9_000_000_000 });
const keyword: Parameter = { name: "keyword", type: "text", required: true, min: 1, max: 100 };
const page: Parameter[] = [
  { name: "offset", type: "integer", required: false, min: 0, max: 10_000, fallback: 0 },
  { name: "count", type: "integer", required: false, min: 1, max: 50, fallback: 10 },
];
const user = digits("user_id");

function group(category: CatalogueEntry["category"], rows: [string, string, string, Parameter[]][]): CatalogueEntry[] {
  return rows.map(([name, title, path, params]) => ({
    name,
    title,
    category,
    method: "GET",
    path: `/api/v1//${path}`,
    params,
  }));
}

const live = group("Live", [
  ["live.info", "Get live information by ID", "live/info", [digits("room_id")]],
  ["live.ranking_list", "Get live ranking list", "live/ranking/list", [digits("room_id"), user]],
  [
    "live.ranking_info",
    "Get live ranking information by ID",
    "live/ranking/info",
    [digits("room_id"), user, { name: "rank_type", type: "integer", required: false, min: 0, max: 2000, fallback: 8 }],
  ],
]);

const check: CatalogueEntry = {
  name: "live.check",
  title: "Check live stream on",
  category: "Live",
  method: "GET",
  path: "/api/v1//live/check",
  params: [digits("user_id", false), digits("room_id", false)],
  oneOf: ["user_id", "room_id"],
};

const homeProducts: CatalogueEntry = {
  name: "product.home_by_category",
  title: "Get web home products by category ID",
  category: "Shop",
  method: "POST",
  path: "/api/v1//product/home/by-category-id",
  params: [integer("category_id"), { name: "exclude_product_ids", type: "ids", required: false, max: 1000 }],
};

const resolve: CatalogueEntry = {
  name: "user.resolve",
  title: "Find a user by handle or profile address",
  category: "User",
  method: "GET",
  path: "/api/v1//user/resolve",
  params: [text("handle", false), text("url", false)],
  oneOf: ["handle", "url"],
};

/**
 * Every operation of the service in the order of its specification, and `user.resolve`, which the specification lacks.
 */
export const catalogue: readonly CatalogueEntry[] = [
  ...group("User", [
    ["user.info", "Get user information by ID", "user/info", [user]],
    ["user.id", "Extract user user_id", "user/extract/user-id", [text("url")]],
    ["user.sec_uid", "Extract user sec_uid", "user/extract/sec-uid", [text("url")]],
    ["user.videos", "Get user video feed", "user/videos", [user, ...page]],
    ["user.liked_videos", "Get user liked video feed", "user/liked-videos", [user, ...page]],
    ["user.playlists", "Get user playlists", "user/playlists", [user, ...page]],
    ["user.playlist", "Get playlist information by ID", "user/playlist", [digits("playlist_id")]],
    ["user.followers", "Get user follower list", "user/followers", [user, ...page]],
    ["user.following", "Get user following list", "user/following", [user, ...page]],
    ["user.region", "Get user region", "user/region", [user]],
    ["user.stories", "Get user stories", "user/stories", [user]],
    ["user.ttseller", "Check ttseller identity", "user/ttseller", [user]],
    ["user.showcase", "Check showcase activated", "user/showcase", [user]],
  ]),
  resolve,
  ...group("Video", [
    ["video.info", "Get video information by ID", "video/info", [digits("video_id")]],
    ["video.comments", "Comments by video ID", "video/comments", [digits("video_id"), ...page]],
    [
      "video.comment_replies",
      "Get comment replies",
      "video/comment/replies",
      [digits("video_id"), digits("comment_id"), ...page],
    ],
    ["video.comment", "Comment information by ID", "video/comment", [digits("comment_id")]],
    ["video.trending_categories", "Trending categories feed list", "video/trending/categories", [region]],
    ["video.trending", "Trending feed", "video/trending", [region, ...page]],
    ["video.by_play", "Get video feed by play ID", "video/by-play", [digits("play_id"), ...page]],
    ["video.by_hashtag", "Get video feed by hashtag ID", "video/by-hashtag", [digits("hashtag_id"), ...page]],
    ["video.by_music", "Get video feed by music ID", "video/by-music", [digits("music_id"), ...page]],
    ["video.hashtag", "Get hashtag information by ID", "video/hashtag", [digits("hashtag_id")]],
    ["video.music", "Get music information by ID", "video/music", [digits("music_id")]],
    ["video.user_music", "Get user music list by user ID", "video/user-music", [user, ...page]],
    ["video.by_product", "Get product related videos", "video/by-product", [digits("product_id"), ...page]],
    ["video.by_seller", "Get seller related videos", "video/by-seller", [digits("seller_id"), ...page]],
  ]),
  ...live,
  check,
  ...group("Shop", [
    ["product.info", "Get product information by ID", "product/info", [digits("product_id")]],
    ["seller.categories", "Get seller categories", "seller/categories", [digits("seller_id")]],
    ["product.categories_level1", "Get product level1 category metadata", "product/categories/level1", []],
    [
      "product.categories_level2",
      "Get product level2 category metadata",
      "product/categories/level2",
      [integer("category_id")],
    ],
    [
      "product.categories_level3",
      "Get product level3 category metadata",
      "product/categories/level3",
      [integer("category_id")],
    ],
    ["seller.info", "Get seller information by ID", "seller/info", [digits("seller_id")]],
    ["seller.products", "Get list of seller products", "seller/products", [digits("seller_id"), ...page]],
    ["seller.id", "Get seller ID by Share Link", "seller/extract/id", [text("url")]],
    ["product.id", "Get product ID by Share Link", "product/extract/id", [text("url")]],
    ["product.by_video", "Get video associated product list", "product/by-video", [digits("video_id")]],
    ["product.by_user", "Get user Related products", "product/by-user", [user]],
  ]),
  homeProducts,
  ...group("Search", [
    ["search.user", "Search user", "search/user", [keyword, ...page]],
    ["search.video", "Search video", "search/video", [keyword, region, ...page]],
    ["search.hashtag", "Search hashtag", "search/hashtag", [keyword, region, ...page]],
    ["search.music", "Search music", "search/music", [keyword, ...page]],
    ["search.live", "Search live", "search/live", [keyword, ...page]],
    ["search.product", "Search product", "search/product", [keyword, region, ...page]],
  ]),
  ...group("Key", [["key.info", "Get information about your API Key", "key/info", []]]),
];

const ids = (name: string): Parameter => ({ name, type: "ids", required: false, max: 200 });
const many = { category: "Live" as const, oneOf: ["user_ids", "room_ids", "handles"] };

/** Live checks of many creators in one call, which the service does not list; others of its sort have them. */
const manyChecks: readonly CatalogueEntry[] = [
  {
    ...many,
    name: "live.check_many",
    title: "Check live streams on",
    method: "GET",
    path: "/api/v1//live/check_many",
    params: many.oneOf.map(ids),
  },
  {
    ...many,
    name: "live.check_bulk",
    title: "Check live streams on",
    method: "POST",
    path: "/api/v1//live/check_bulk",
    params: many.oneOf.map(ids),
  },
];

/** Every operation that the simulator answers. */
export const answered: readonly CatalogueEntry[] = [...catalogue, ...manyChecks];
