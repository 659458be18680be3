import type { ListedOperation } from "./shape.ts";
import { known } from "./operations.ts";
import type { Service } from "./service.ts";

/** An operation of the polled service, with our name for it, as the service lists it. */
export interface CatalogueEntry {
  name: string;
  title: string;
  category: string;
  method: "GET" | "POST";
}

const group = (category: string, rows: [name: string, title: string][]): CatalogueEntry[] =>
  rows.map(([name, title]) => ({ name, title, category, method: "GET" }));

/**
 * All operations that the service lists, and one that Tallylight adds. For most, neither path nor payload is
 * documented.
 */
export const catalogue: CatalogueEntry[] = [
  ...group("User", [
    ["user.info", "Get user information by ID"],
    ["user.id", "Extract user user_id"],
    ["user.sec_uid", "Extract user sec_uid"],
    ["user.videos", "Get user video feed"],
    ["user.liked_videos", "Get user liked video feed"],
    ["user.playlists", "Get user playlists"],
    ["user.playlist", "Get playlist information by ID"],
    ["user.followers", "Get user follower list"],
    ["user.following", "Get user following list"],
    ["user.region", "Get user region"],
    ["user.stories", "Get user stories"],
    ["user.ttseller", "Check ttseller identity"],
    ["user.showcase", "Check showcase activated"],
    // Our own addition: the service lists no operation that takes only a handle.
    ["user.resolve", "Find a user by handle or profile address"],
  ]),
  ...group("Video", [
    ["video.info", "Get video information by ID"],
    ["video.comments", "Comments by video ID"],
    ["video.comment_replies", "Get comment replies"],
    ["video.comment", "Comment information by ID"],
    ["video.trending_categories", "Trending categories feed list"],
    ["video.trending", "Trending feed"],
    ["video.by_play", "Get video feed by play ID"],
    ["video.by_hashtag", "Get video feed by hashtag ID"],
    ["video.by_music", "Get video feed by music ID"],
    ["video.hashtag", "Get hashtag information by ID"],
    ["video.music", "Get music information by ID"],
    ["video.user_music", "Get user music list by user ID"],
    ["video.by_product", "Get product related videos"],
    ["video.by_seller", "Get seller related videos"],
  ]),
  ...group("Live", [
    ["live.info", "Get live information by ID"],
    ["live.ranking_list", "Get live ranking list"],
    ["live.ranking_info", "Get live ranking information by ID"],
    ["live.check", "Check live stream on"],
  ]),
  ...group("Shop", [
    ["product.info", "Get product information by ID"],
    ["seller.categories", "Get seller categories"],
    ["product.categories_level1", "Get product level1 category metadata"],
    ["product.categories_level2", "Get product level2 category metadata"],
    ["product.categories_level3", "Get product level3 category metadata"],
    ["seller.info", "Get seller information by ID"],
    ["seller.products", "Get list of seller products"],
    ["seller.id", "Get seller ID by Share Link"],
    ["product.id", "Get product ID by Share Link"],
    ["product.by_video", "Get video associated product list"],
    ["product.by_user", "Get user Related products"],
  ]),
  {
    name: "product.home_by_category",
    title: "Get web home products by category ID",
    category: "Shop",
    method: "POST",
  },
  ...group("Search", [
    ["search.user", "Search user"],
    ["search.video", "Search video"],
    ["search.hashtag", "Search hashtag"],
    ["search.music", "Search music"],
    ["search.live", "Search live"],
    ["search.product", "Search product"],
  ]),
  ...group("Key", [["key.info", "Get information about your API Key"]]),
];

/** All operations that the service lists or the configuration adds, and whether each can be called. */
export function listOperations({ operations, said }: Pick<Service, "operations" | "said">): ListedOperation[] {
  const listed = new Set(catalogue.map(({ name }) => name));
  const added = [...operations.keys()]
    .filter((name) => !listed.has(name))
    .sort()
    .map((name) => ({ name, title: name, category: "Other", method: "GET" as const }));
  return [...catalogue, ...added].map((entry) => {
    const operation = operations.get(entry.name);
    if (operation === undefined) return { ...entry, path: null, source: null };
    const { method, path } = operation;
    const source = said[entry.name] == null ? (known.get(entry.name)?.source ?? "default") : "config";
    return { ...entry, method, path, source };
  });
}
