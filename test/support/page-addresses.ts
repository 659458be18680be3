import { unsubscribeLinks } from "../../src/core/unsubscribe-links.ts";
import { ENCRYPTION_KEYS } from "./setting.ts";
import { DAY_MS } from "../../src/core/duration.ts";
import { cursorOf } from "../../src/http/query.ts";
import { ROOMS } from "../../src/ui/words/rooms.ts";
import { targetOf } from "./full-world.ts";

const alone = (...paths: string[]): Record<string, string[]> => Object.fromEntries(paths.map((path) => [path, [path]]));

const requested = (path: string, ...queries: string[]): Record<string, string[]> => ({
  [path]: queries.map((query) => path + query),
});

/**
 * Every page by path, with addresses to request in a full world: existing ids, and the filters that affect its cost.
 * `key` is a feed key.
 */
export const pageAddresses = (key: string): Record<string, string[]> => ({
  ...alone("/", "/first-steps", "/first-steps/service", "/first-steps/channel", "/first-steps/creators"),
  ...alone("/first-steps/done", "/creators/add", "/trends.csv", "/channels", "/alerts", "/digests", "/digests/new"),
  ...alone("/sign-in", "/settings", "/settings/hooks", "/people", "/sharing", "/plan", "/wall", "/more", "/keys"),
  ...alone(...ROOMS.map(({ path }) => path).filter((path) => path !== "/creators")),
  ...requested(
    "/creators",
    "",
    `?sort=name&cursor=${cursorOf([0, "creator 07000", "tgt_", ""])}`,
    `?cursor=${cursorOf([2, "creator 07000", "tgt_", ""])}`,
    "?q=creator",
    "?q=tor+059",
    "?q=h12",
    "?q=7001",
    "?q=nobody+is+called+so",
    "?q=h",
    "?q=h&show=on-air",
    "?q=7&list=wl_00001&show=trouble",
    "?list=wl_00001",
    "?list=wl_00001&show=on-air",
    "?list=wl_00001&show=trouble",
    "?list=wl_00002",
    "?list=wl_00002&show=paused",
    "?show=on-air",
    "?show=trouble",
    "?show=paused",
    "?q=creator+0&list=wl_00001&show=paused",
  ),
  ...requested("/lists", "", "?q=1", "?change=wl_00001", "?after=watchlist"),
  "/lists/{id}": ["/lists/wl_00001", "/lists/wl_00002", "/lists/wl_default"],
  ...requested("/search", "", "?q=creator", "?q=pause+tor+059"),
  ...requested(
    "/trends",
    "",
    "?what=hashtag.views&days=30",
    "?what=hashtag.views&days=30&name=hashtag+5",
    "?what=ranking.rank&name=r",
    "?what=hashtag.views&name=t&after=tgt_1",
  ),
  ...requested("/messages", "", "?show=held&channel=ch_00009", `?show=dead&day=${dayBefore(9)}`),
  ...requested("/alerts/new", "", "?like=sub_00001"),
  ...requested("/chats", "", "?add=slack", "?add=telegram", "?change=cht_00001"),
  ...requested("/boards", "", "?change=brd_00001"),
  ...requested("/shared", `?key=${key}`),
  "/unsubscribe/{link}": [new URL(unsubscribeUrl()).pathname],
  "/alerts/{id}": ["/alerts/sub_00001"],
  "/messages/{id}": ["/messages/dlv_0"],
  "/digests/{id}": ["/digests/dig_00001"],
  "/goals/{id}": ["/goals/goal_00001", "/goals/goal_00000"],
  ...Object.fromEntries(ROOMS.map(({ path, kind }) => [`${path}/{id}`, [`${path}/${targetOf(kind)}`]])),
});

/** A link in emails, signed with the key of the tests. */
function unsubscribeUrl(): string {
  const keys = Object.values(JSON.parse(ENCRYPTION_KEYS) as Record<string, string>);
  const bytes = keys.map((key) => new Uint8Array(Buffer.from(key, "base64")));
  return unsubscribeLinks(bytes, "https://tally.example").to("ch_00001", null)!;
}

const dayBefore = (days: number): string => new Date(Date.now() - days * DAY_MS).toISOString().slice(0, 10);
