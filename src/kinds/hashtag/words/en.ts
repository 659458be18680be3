import { say, type Saying } from "../../../core/sentence.ts";

/** Wording of hashtag events. Searches are formatted by `titled`; counts are text. */
export const en = {
  hashtag: "hashtag",
  search: "a search",
  titled: (search: string) => search,
  appeared: {
    one: (name, search) => say`${name} appeared in ${search}`,
    many: (search) => `appeared in ${search}`,
    heading: (search) => `New in ${search}`,
  } as Saying<[search: string], [search: string]>,
  gone: {
    one: (name, search) => say`${name} left ${search}`,
    many: (search) => `left ${search}`,
    heading: (search) => `No longer in ${search}`,
  } as Saying<[search: string], [search: string]>,
  surged: {
    one: (name, search) => say`${name} grew in ${search}`,
    many: (search) => `grew in ${search}`,
    heading: (search) => `Grew in ${search}`,
  } as Saying<[search: string], [search: string]>,
  place: (position: number) => `#${position} in the results`,
  lastPlace: (position: number) => `#${position} when last seen`,
  views: (count: string) => `${count} views`,
  growth: (before: string, after: string) => `${before} → ${after} views`,
  moreViews: "More views",
  viewsLabel: "Views",
  videosLabel: "Videos",
  open: "Open",
};

export type HashtagWords = typeof en;
