import { cast } from "../cast.ts";
import { airtimeOf } from "./airtime.ts";
import { Dice } from "./dice.ts";
import { Lineage } from "./lineage.ts";
import { snowflake } from "./snowflake.ts";

/** A user's current or last broadcast; the same object until something changes. */
export interface Live {
  userId: string;
  on: boolean;
  roomId: string;
  startedAt: number;
  changesAt: number;
}

/** A video posted by a control. */
export interface Post {
  videoId: string;
  caption: string | undefined;
}

export interface WorldOptions {
  seed: string;
  speed: number;
  /** The wall clock in milliseconds. */
  wallNow: () => number;
}

const rememberedLives = 200_000;

/** A seeded world that evolves by itself: a function of seed, time and overrides. */
export class World {
  readonly dice: Dice;
  readonly lineage: Lineage;
  readonly speed: number;
  readonly startedAt: number;
  /** The simulator's own origin, with which the addresses of its pictures begin. */
  origin = "http://127.0.0.1";
  readonly #wallNow: () => number;
  readonly #lives = new Map<string, Live>();
  readonly #overrides = new Map<string, Live>();
  readonly #handles = new Map<string, string>();
  readonly #posts = new Map<string, Post[]>();

  constructor(options: WorldOptions) {
    this.dice = new Dice(options.seed);
    this.lineage = new Lineage(this.dice);
    this.speed = options.speed;
    this.startedAt = options.wallNow();
    this.#wallNow = options.wallNow;
    for (const member of cast) this.lineage.note("room", member.roomId, member.userId);
  }

  /** Returns the world time in epoch milliseconds. */
  now(): number {
    return Math.floor(this.startedAt + (this.#wallNow() - this.startedAt) * this.speed);
  }

  liveOf(userId: string): Live {
    const now = this.now();
    const known = this.#overrides.get(userId) ?? this.#lives.get(userId);
    if (known && now < known.changesAt) return known;
    const airtime = airtimeOf(this.dice, userId, this.startedAt, now);
    const roomId = snowflake(airtime.startsAt, this.dice.bits(`room/${userId}/${airtime.startsAt}`));
    const live = { userId, on: airtime.on, roomId, startedAt: airtime.startsAt, changesAt: airtime.changesAt };
    if (this.#lives.size >= rememberedLives) this.#lives.clear();
    this.#lives.set(userId, live);
    this.lineage.note("room", roomId, userId);
    return live;
  }

  /** Puts a user live or offline until the next reset; going live without a room creates one. */
  setLive(userId: string, on: boolean, roomId?: string): Live {
    const before = this.liveOf(userId);
    const now = this.now();
    const fresh = on && (!before.on || (roomId !== undefined && roomId !== before.roomId));
    const room =
      roomId ?? (fresh ? snowflake(now, this.dice.bits(`call/${userId}/${now}/${before.roomId}`)) : before.roomId);
    const startedAt = fresh ? now : before.startedAt;
    const live = { userId, on, roomId: room, startedAt, changesAt: Number.POSITIVE_INFINITY };
    this.#overrides.set(userId, live);
    this.lineage.note("room", room, userId);
    return live;
  }

  /** Changes a user's handle until the next reset. */
  rename(userId: string, handle: string): void {
    this.#handles.set(userId, handle.toLowerCase());
  }

  /** Returns a user's new handle; undefined if it was never changed. */
  renamed(userId: string): string | undefined {
    return this.#handles.get(userId);
  }

  /** Returns the user who was given this handle. */
  userIdRenamed(handle: string): string | undefined {
    for (const [userId, provided] of this.#handles) if (provided === handle) return userId;
    return undefined;
  }

  /** Posts a video of a user now; it remains until the next reset. */
  post(userId: string, caption: string | undefined): Post {
    const at = this.now();
    const before = this.postsOf(userId);
    const videoId = snowflake(at, this.dice.bits(`post/${userId}/${before.length}`));
    const post = { videoId, caption };
    this.#posts.set(userId, [post, ...before]);
    this.lineage.note("video", videoId, userId);
    return post;
  }

  /** Returns the videos that a user posted this way, newest first. */
  postsOf(userId: string): readonly Post[] {
    return this.#posts.get(userId) ?? [];
  }

  /** Returns the caption of a posted video; undefined for any other video. */
  captionOf(videoId: string): string | undefined {
    return [...this.#posts.values()].flat().find((post) => post.videoId === videoId)?.caption;
  }

  overridden(): Live[] {
    return [...this.#overrides.values()];
  }
}
