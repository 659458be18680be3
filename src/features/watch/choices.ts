import type { ListedOperation } from "../../engine/upstream/shape.ts";
import { marked } from "../../ui/words/text.ts";
import type { IconName } from "../../ui/icons.ts";

/** Something to watch, in plain words. */
export interface Choice {
  title: string;
  /** A sentence of what they would be told. */
  about: string;
  /** The operation that answers it, or the page that watches it without one. */
  by: { operation: string } | { page: string };
}

interface Group {
  title: string;
  icon: IconName;
  choices: Choice[];
}

const of = (operation: string, title: string, about: string): Choice => ({ title, about, by: { operation } });
const at = (page: string, title: string, about: string): Choice => ({ title, about, by: { page } });

/** What people watch, by what it is about. Everything else of the service is under "More". */
export const GROUPS: Group[] = [
  {
    title: marked("A creator’s videos"),
    icon: "open",
    choices: [
      of("user.videos", marked("New videos"), marked("When a creator posts a video, with its title and a link.")),
      of("user.stories", marked("Stories"), marked("When a creator posts a story.")),
      of("user.playlists", marked("Playlists"), marked("When a creator adds a playlist.")),
      of("user.liked_videos", marked("Liked videos"), marked("When a creator likes a video.")),
    ],
  },
  {
    title: marked("Followers and profile"),
    icon: "people",
    choices: [
      of(
        "user.info",
        marked("Follower count and profile"),
        marked("When a creator reaches a round number of followers, or changes name or picture."),
      ),
      of("user.followers", marked("New followers"), marked("When someone new follows a creator.")),
      of("user.following", marked("Who they follow"), marked("When a creator follows someone new.")),
    ],
  },
  {
    title: marked("Live and its ranking"),
    icon: "now",
    choices: [
      at("/creators", marked("Live streams"), marked("When a creator goes live, and when the stream ends.")),
      at("/rankings", marked("Live ranking"), marked("When a creator enters, climbs or leaves a live ranking.")),
    ],
  },
  {
    title: marked("Hashtags and sounds"),
    icon: "hashtag",
    choices: [
      at("/hashtags", marked("Growing hashtags"), marked("When a hashtag of a search appears or grows fast.")),
      of("video.by_hashtag", marked("Videos with a hashtag"), marked("When a new video uses the hashtag.")),
      of("video.by_music", marked("Videos with a sound"), marked("When a new video uses the sound.")),
      of("search.video", marked("Videos found by words"), marked("When a search finds a new video.")),
    ],
  },
  {
    title: marked("Shop"),
    icon: "shop",
    choices: [
      at("/shops", marked("A shop category"), marked("When a product appears, changes its price or sells fast.")),
      of("seller.products", marked("A seller’s products"), marked("When a seller offers something new.")),
      of("product.info", marked("One product"), marked("When its price, stock or rating changes.")),
    ],
  },
  {
    title: marked("One video"),
    icon: "trend",
    choices: [
      of("video.info", marked("Plays and likes"), marked("When a video reaches a round number of plays or likes.")),
      of("video.comments", marked("Comments"), marked("When someone comments on a video.")),
    ],
  },
];

/** The choice that an operation answers; null if none does. */
export const choiceOf = (operation: string): Choice | null =>
  GROUPS.flatMap(({ choices }) => choices).find(({ by }) => "operation" in by && by.operation === operation) ?? null;

/** Operations that nothing can be watched by. */
const LEFT_OUT = new Set(["key.info", "live.check", "user.resolve"]);

/** The operations under "More": all that can be watched, by their names. */
export const offeredOf = (operations: ListedOperation[]): ListedOperation[] =>
  operations.filter(({ name }) => !LEFT_OUT.has(name));
