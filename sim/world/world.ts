import { cast, castByUserId } from "../cast.ts";
import { Dice } from "./dice.ts";
import { dayMs, hourMs, minuteMs, secondMs } from "./durations.ts";
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

const remembered = 200_000;

/**
 * The owner of a room, video, sound or similar. It is recorded when an id is handed out; for other ids, it is drawn at
 * random.
 */
class Lineage {
  readonly #dice: Dice;
  readonly #owners = new Map<string, string>();

  constructor(dice: Dice) {
    this.#dice = dice;
  }

  note(kind: string, id: string, userId: string): void {
    if (this.#owners.size >= remembered) {
      const oldest = this.#owners.keys().next().value;
      if (oldest !== undefined) this.#owners.delete(oldest);
    }
    this.#owners.set(`${kind}/${id}`, userId);
  }

  known(kind: string, id: string): string | undefined {
    return this.#owners.get(`${kind}/${id}`);
  }

  ownerOf(kind: string, id: string): string {
    return this.known(kind, id) ?? this.#dice.digits(`owner/${kind}/${id}`, "69", 19);
  }
}

/** A creator's current or last broadcast, and when its status changes next. */
interface Airtime {
  on: boolean;
  startsAt: number;
  endsAt: number;
  changesAt: number;
}

interface Rhythm {
  anchorAt: number;
  periodMs: number;
  onMs: number;
  jitterMs: number;
}

/**
 * Returns a user's broadcast at a time. It is a function of the seed, the user, the time and, for the cast, the start
 * of the world.
 */
function airtimeOf(dice: Dice, userId: string, worldStartedAt: number, at: number): Airtime {
  const rhythm = rhythmOf(dice, userId, worldStartedAt);
  const turn = Math.floor((at - rhythm.anchorAt) / rhythm.periodMs);
  const slot = slotOf(dice, userId, rhythm, turn);
  const last = at >= slot.startsAt ? slot : slotOf(dice, userId, rhythm, turn - 1);
  const next = at >= slot.startsAt ? slotOf(dice, userId, rhythm, turn + 1) : slot;
  const on = at < last.endsAt;
  return { on, ...last, changesAt: on ? last.endsAt : next.startsAt };
}

function rhythmOf(dice: Dice, userId: string, worldStartedAt: number): Rhythm {
  const predictions = castByUserId.get(userId)?.habits;
  if (predictions) {
    return {
      anchorAt: worldStartedAt + predictions.firstOnAfterSeconds * secondMs,
      periodMs: (predictions.onSeconds + predictions.offSeconds) * secondMs,
      onMs: predictions.onSeconds * secondMs,
      jitterMs: predictions.offSeconds * 0.1 * secondMs,
    };
  }
  return {
    anchorAt: dice.int(`rhythm/${userId}`, 0, dayMs - 1),
    periodMs: dayMs,
    onMs: dice.int(`stamina/${userId}`, hourMs, 4 * hourMs),
    jitterMs: 40 * minuteMs,
  };
}

function slotOf(dice: Dice, userId: string, rhythm: Rhythm, turn: number): { startsAt: number; endsAt: number } {
  const late = turn === 0 ? 0 : Math.floor(dice.roll(`late/${userId}/${turn}`) * rhythm.jitterMs);
  const stretch = turn === 0 ? 1 : 0.85 + 0.3 * dice.roll(`stretch/${userId}/${turn}`);
  const startsAt = rhythm.anchorAt + turn * rhythm.periodMs + late;
  return { startsAt, endsAt: startsAt + Math.floor(rhythm.onMs * stretch) };
}

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
  readonly #met = new Map<string, string>();
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

  /** Notes the handle that somebody was found by. */
  meet(userId: string, handle: string): void {
    if (this.#met.size >= rememberedLives) this.#met.clear();
    this.#met.set(userId, handle);
  }

  /** Returns the handle that a user was found by; undefined if nobody looked for one. */
  met(userId: string): string | undefined {
    return this.#met.get(userId);
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
