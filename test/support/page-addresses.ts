import { cursorOf } from "../../src/edges/http/query.ts";
import { ROOMS } from "../../src/edges/pages/one/room.ts";
import { targetOf } from "./full-world.ts";

/** What a page is asked with in a full world, besides nothing: its filters that matter to what it costs. */
const ASKED: Record<string, string[]> = {
  "/creators": [
    "",
    `?sort=name&cursor=${cursorOf([0, "creator 07000", "tgt_"])}`,
    `?cursor=${cursorOf([2, "creator 07000", "tgt_"])}`,
    "?q=creator",
    "?q=tor+059",
    "?q=h12",
    "?q=7001",
    "?q=nobody+is+called+so",
    "?list=wl_00001",
    "?show=on-air",
    "?show=trouble",
    "?show=paused",
    "?q=creator+0&list=wl_00001&show=paused",
  ],
  "/search": ["", "?q=creator", "?q=pause+tor+059"],
  "/trends": ["", "?what=hashtag.views&days=30"],
  "/messages": [
    "",
    "?show=held&channel=ch_00009",
    `?show=dead&day=${new Date(Date.now() - 864e5 * 9).toISOString().slice(0, 10)}`,
  ],
  "/alerts/new": ["", "?like=sub_00001"],
  "/more": [""],
};

const IDS: Record<string, string> = {
  "/alerts/{id}": "sub_00001",
  "/messages/{id}": "dlv_0",
  "/digests/{id}": "dig_00001",
  ...Object.fromEntries(ROOMS.map(({ path, kind }) => [`${path}/{id}`, targetOf(kind)])),
};

/** The addresses of a page of the list in a full world. */
export function addressesOf(path: string, key: string): string[] {
  const place = Object.keys(IDS).find((one) => path.startsWith(one));
  const at = place === undefined ? path : path.replace("{id}", IDS[place]!);
  return (ASKED[path] ?? [path === "/shared" ? `?key=${key}` : ""]).map((query) => at + query);
}
