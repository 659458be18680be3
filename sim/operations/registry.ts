import { hashtagSearch } from "./hashtag-search.ts";
import { homeProducts, keyInfo } from "./key-info.ts";
import type { Operation } from "./operation.ts";
import { rankingList } from "./ranking-list.ts";
import { searchOperations } from "./searches.ts";
import { shopOperations } from "./shop.ts";
import { userOperations } from "./users.ts";
import { videoOperations } from "./videos.ts";
import { liveCheck, liveCheckMany, liveInfo, liveRankingInfo } from "./live.ts";

/** The implementation of each operation in the catalogue. */
export const operations: Readonly<Record<string, Operation>> = {
  ...userOperations,
  ...videoOperations,
  ...shopOperations,
  ...searchOperations,
  "live.check": liveCheck,
  "live.check_many": liveCheckMany,
  "live.check_bulk": liveCheckMany,
  "live.info": liveInfo,
  "live.ranking_info": liveRankingInfo,
  "live.ranking_list": rankingList,
  "search.hashtag": hashtagSearch,
  "product.home_by_category": homeProducts,
  "key.info": keyInfo,
};
