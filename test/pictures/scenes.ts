import { crc32, deflateSync } from "node:zlib";
import { decode } from "fast-png";
import { cast } from "../../sim/cast.ts";
import type { Event } from "../../src/core/event.ts";
import { iso } from "../../src/core/instant.ts";
import type { JsonObject } from "../../src/core/json.ts";
import { exampleEvent } from "../../src/kinds/events.ts";

const MAX_COLOURS = 256;

interface Colour {
  rgb: [number, number, number];
  count: number;
}

/** A picture in 256 colours, a third of the size; each other one becomes the nearest of them. */
export function indexed(png: Uint8Array): Uint8Array {
  const { width, height, channels, data } = decode(png);
  const colourAt = (pixel: number) => [0, 1, 2].map((part) => data[pixel * channels + part]!) as Colour["rgb"];
  const bucketOf = ([red, green, blue]: Colour["rgb"]) => ((red >> 3) << 10) | ((green >> 3) << 5) | (blue >> 3);
  const buckets = new Map<number, Colour>();
  for (let pixel = 0; pixel < width * height; pixel++) {
    const rgb = colourAt(pixel);
    const known = buckets.get(bucketOf(rgb));
    if (known === undefined) buckets.set(bucketOf(rgb), { rgb, count: 1 });
    else known.count += 1;
  }
  const { palette, places } = paletteOf(buckets);
  const rows = new Uint8Array((width + 1) * height);
  for (let pixel = 0; pixel < width * height; pixel++)
    rows[pixel + Math.floor(pixel / width) + 1] = places.get(bucketOf(colourAt(pixel)))!;
  const header = Buffer.alloc(13);
  header.writeUInt32BE(width, 0);
  header.writeUInt32BE(height, 4);
  header.set([8, 3], 8);
  return Buffer.concat([
    Buffer.from([0x89, 0x50, 0x4e, 0x47, 0x0d, 0x0a, 0x1a, 0x0a]),
    chunk("IHDR", header),
    chunk("PLTE", Buffer.from(palette.flatMap(({ rgb }) => rgb))),
    chunk("IDAT", deflateSync(rows, { level: 9 })),
    chunk("IEND", Buffer.alloc(0)),
  ]);
}

/** Colours by what would be lost most without them: how far they are from those chosen, and how much there is of them. */
function paletteOf(buckets: Map<number, Colour>): { palette: Colour[]; places: Map<number, number> } {
  const left = [...buckets].map(([bucket, colour]) => ({ bucket, ...colour, far: Infinity, place: 0 }));
  const palette: Colour[] = [];
  let next = left.reduce((max, one) => (one.count > max.count ? one : max));
  while (palette.length < MAX_COLOURS) {
    const [r, g, b] = next.rgb;
    const place = palette.push(next) - 1;
    let worst = 0;
    for (const one of left) {
      const [red, green, blue] = one.rgb;
      const far = (red - r) ** 2 + (green - g) ** 2 + (blue - b) ** 2;
      if (far < one.far) Object.assign(one, { far, place });
      const lost = one.far * Math.sqrt(one.count);
      if (lost > worst) [worst, next] = [lost, one];
    }
    if (worst === 0) break;
  }
  return { palette, places: new Map(left.map(({ bucket, place }) => [bucket, place])) };
}

function chunk(name: string, data: Uint8Array): Buffer {
  const body = Buffer.concat([Buffer.from(name), data]);
  const [length, sum] = [Buffer.alloc(4), Buffer.alloc(4)];
  length.writeUInt32BE(data.length);
  sum.writeUInt32BE(crc32(body));
  return Buffer.concat([length, body, sum]);
}

const MINUTE = 60_000;
const HOUR = 60 * MINUTE;

/** When the pictures are taken: a Friday evening in Berlin, 20:15. */
export const NOW = Date.UTC(2026, 10, 20, 19, 15);

/** When the daily ranking begins anew. */
const MIDNIGHT = iso(NOW + 3 * HOUR + 45 * MINUTE);

/** One message: its events, or the ends by which the message before it is brought up to date. */
export interface Notified {
  at: number;
  events: Event[];
  edits?: true;
  pings?: true;
}

let created = 0;

/** News of a target, so many minutes before the pictures are taken. */
function news(type: string, minutes: number, target: Event["target"], data: JsonObject = {}): Event {
  const at = NOW - minutes * MINUTE;
  const example = exampleEvent(type, `evt_${++created}`, at);
  return { ...example, target: target ?? example.target, data: { ...example.data, ...data } };
}

const member = (name: string) => cast.find((one) => one.name === name)!;

/** A creator of the simulated world, as their target names them. */
function creator(name: string): NonNullable<Event["target"]> {
  const { userId, handle } = member(name);
  return { name, kind: "live", params: { userId, handle } };
}

/** A start with what the service says of it, and how it looks at the simulator. */
function start(home: string, name: string, minutes: number, title: string, viewers: number): Event {
  const { userId, roomId, handle } = member(name);
  const pictures = { cover: `${home}/pictures/cover/${roomId}.png`, avatar: `${home}/pictures/avatar/${userId}.png` };
  return news("live.started", minutes, creator(name), { roomId, info: { title, viewers, ...pictures, name, handle } });
}

/** The end of a start. */
const end = (started: Event, minutes: number, peakViewers: number): Event => ({
  ...news("live.ended", minutes, started.target, {
    ...started.data,
    startedAt: iso(started.occurredAt),
    durationSeconds: (NOW - minutes * MINUTE - started.occurredAt) / 1000,
    peakViewers,
  }),
  follows: { eventId: started.id, detectedAt: started.detectedAt },
});

const notified = (minutes: number, events: Event[], more: Omit<Notified, "at" | "events"> = {}): Notified => ({
  at: NOW - minutes * MINUTE,
  events,
  ...more,
});

/** News of a creator's place in the daily ranking. */
const ranked = (type: string, minutes: number, name: string, data: JsonObject): Event => {
  const { userId, roomId } = member(name);
  const target = { name, kind: "ranking", params: { userId, roomId } };
  const resets = type === "ranking.league_changed" || type === "ranking.period_closed" ? {} : { resetAt: MIDNIGHT };
  return news(type, minutes, target, { ...resets, ...data });
};

const search = { name: "Baking", kind: "hashtag", params: { keyword: "baking", region: "US" } };
const hashtag = (type: string, minutes: number, name: string, data: JsonObject): Event =>
  news(type, minutes, search, { name, ...data });

const shelf = { name: "Kitchen", kind: "products", params: { categoryId: 600_001 } };
const product = (type: string, minutes: number, title: string, data: JsonObject): Event =>
  news(type, minutes, shelf, { title, currency: "USD", ...data });

/** Goals of the pictures' month, which has ten days left. */
const BEHIND = { period: "2026-11", hours: 22, validDays: 11, left: { hours: 18, validDays: 9, days: 10 } };
const REACHED = { period: "2026-11", left: { hours: 0, validDays: 0, days: 10 } };

/** A price that fell to its lowest in 30 days. */
const PAN = {
  before: "39.90",
  after: "29.90",
  percent: -25.1,
  low30: "29.90",
  high30: "44.90",
  percentSinceLow30: 0,
  percentSinceHigh30: -33.4,
};

const videos = {
  name: "Maria's videos",
  kind: "list",
  params: { operation: "user.videos", values: { userId: "7012" } },
};
const profile = {
  name: "Maria's profile",
  kind: "record",
  params: { operation: "user.stats", values: { userId: "7012" } },
};

/** What each picture shows; the addresses of creators' pictures begin with `home`. */
export const scenes: Record<string, (home: string) => Notified[]> = {
  lives: (home) => {
    const owl = start(home, "Night Owl", 134, "Quiet hours: reading until somebody sleeps", 860);
    const lena = start(home, "Lena Winter", 96, "Sketching your pets", 1240);
    return [
      notified(134, [owl], { pings: true }),
      notified(21, [end(owl, 21, 3120)], { edits: true }),
      notified(9, [start(home, "Kenji Plays", 9, "Road to 100K! Ranked all evening", 2380)], { pings: true }),
      notified(
        2,
        [
          start(home, "Maria", 2, "Late night talk", 1930),
          start(home, "Suna Draws", 2, "Open studio", 640),
          start(home, "Zoé & the Cat", 2, "New songs, first try", 2710),
          end(lena, 2, 4460),
          ranked("ranking.moved", 2, "Amara Cooks", { before: 8, place: 2, threshold: 3 }),
          hashtag("hashtag.surged", 2, "sourdough", { before: 812_000, after: 1_340_000, percent: 65 }),
          product("product.price_changed", 2, "Cast iron pan, 26 cm", PAN),
        ],
        { pings: true },
      ),
      notified(1, [
        news("live.title_changed", 1, creator("Lena Winter"), {
          before: "Starting soon",
          after: "Sourdough, part two",
        }),
      ]),
      notified(1, [news("target.renamed", 1, creator("Pixel Paul"), { before: "pixelpaul", after: "pixelpaul.live" })]),
      notified(0, [
        news("goal.behind", 0, creator("Lena Winter"), BEHIND),
        news("goal.reached", 0, creator("Kenji Plays"), REACHED),
      ]),
      notified(0, [news("live.no_show", 0, creator("Suna Draws"), { confidence: 0.86 })]),
    ];
  },
  rankings: () => [
    notified(52, [ranked("ranking.entered", 52, "Lena Winter", { place: 41, gap: "320 diamonds to #40" })]),
    notified(33, [ranked("ranking.moved", 33, "Kenji Plays", { before: 8, place: 2, threshold: 3 })]),
    notified(20, [ranked("ranking.left", 20, "Old School Vinyl", { before: 97 })]),
    notified(12, [ranked("ranking.league_changed", 12, "Maria", {})]),
    notified(9, [
      ranked("ranking.closing", 9, "Amara Cooks", {
        title: "Hourly ranking",
        place: 4,
        threshold: 3,
        gap: "13.8K diamonds to #3",
        minutesLeft: 14,
        resetAt: iso(NOW + 5 * MINUTE),
      }),
    ]),
    notified(4, [ranked("ranking.period_closed", 4, "Suna Draws", { place: 6, bestPlace: 3 })]),
  ],
  trends: () => [
    notified(58, [
      hashtag("hashtag.appeared", 58, "cinnamonrolls", { viewCount: 18_400_000, useCount: 26_100, position: 3 }),
    ]),
    notified(47, [hashtag("hashtag.surged", 47, "sourdough", { before: 812_000, after: 1_340_000, percent: 65 })]),
    notified(39, [
      hashtag("hashtag.gone", 39, "bananabread", { viewCount: 9_700_000, useCount: 14_300, position: 18 }),
    ]),
    notified(28, [product("product.listed", 28, "Silicone baking mats, set of 2", { after: "12.50" })]),
    notified(17, [product("product.price_changed", 17, "Cast iron pan, 26 cm", PAN)]),
    notified(11, [
      product("product.sold_surged", 11, "Milk frother with stand", { before: 4120, after: 6800, percent: 65 }),
    ]),
    notified(3, [product("product.delisted", 3, "Spiral vegetable cutter", { before: "18.00" })]),
    ...["appeared", "changed", "crossed", "surged", "gone"].map((word) =>
      notified(2, [news(`item.${word}`, 2, videos)]),
    ),
    ...["changed", "crossed", "milestone", "surged"].map((word) => notified(1, [news(`field.${word}`, 1, profile)])),
  ],
  operators: () => [
    notified(58, [news("target.failing", 58, creator("Chef Lucia"))]),
    notified(51, [news("target.recovered", 51, creator("Chef Lucia"), { count: 12 })]),
    notified(50, [news("target.unknown", 50, creator("Maria"))]),
    notified(49, [news("target.known", 49, creator("Maria"))]),
    notified(48, [news("channel.failing", 48, null, { name: "Discord #forum", channelId: "ch_7fkq" })]),
    notified(48, [news("channel.recovered", 48, null, { name: "Discord #forum", channelId: "ch_7fkq" })]),
    notified(47, [
      news("channel.disabled", 47, null, {
        name: "Slack #live",
        channelId: "ch_4gk2",
        reason: "Slack says that the webhook no longer exists (no_service)",
      }),
    ]),
    notified(44, [
      news("channel.changed", 44, null, { name: "Discord #trends", channelId: "ch_9qx7", by: "Nadia's token" }),
    ]),
    notified(38, [news("system.degraded", 38, null, { detail: "90 calls per minute are needed, but 60 are allowed" })]),
    notified(30, [news("system.recovered", 30, null)]),
    notified(27, [news("upstream.unauthorized", 27, null)]),
    notified(22, [news("upstream.key_expired", 22, null)]),
    notified(18, [news("upstream.throttled", 18, null)]),
    notified(12, [news("upstream.drifted", 12, null)]),
    notified(8, [news("upstream.suspect", 8, null)]),
    notified(2, [news("upstream.recovered", 2, null)]),
  ],
};
