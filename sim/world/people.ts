import { castByUserId } from "../cast.ts";
import type { Dice } from "./dice.ts";
import { dayMs } from "./durations.ts";
import { drawnPicture, type Picture } from "./pictures.ts";
import type { World } from "./world.ts";

/** A user of the world; counts that grow are current. */
export interface Person {
  userId: string;
  handle: string;
  name: string;
  region: string;
  /** 0 to 1: the strength in the rankings. */
  standing: number;
  secUid: string;
  bio: string;
  verified: boolean;
  followers: number;
  following: number;
  likes: number;
  videos: number;
  seller: boolean;
  avatar: Picture;
  createdAt: number;
}

const firsts = ["Ana", "Ben", "Chloe", "Dario", "Ema", "Femi", "Gita", "Hugo", "Iris", "Jonas", "Kira", "Leo"] as const;
const lasts = ["Moon", "Rivers", "Stone", "Vega", "Okoye", "Larsen", "Tanaka", "Rossi", "Novak", "Blake"] as const;
const regions = ["US", "GB", "DE", "FR", "ES", "IT", "BR", "MX", "JP", "KR", "ID", "MY"] as const;
const bios = [
  "new clips every day",
  "live on most evenings",
  "say hi",
  "bookings by mail",
  "one of a kind",
  "",
] as const;

/** Returns the user with this id; every id is valid. */
export function personOf(world: World, userId: string): Person {
  const { dice } = world;
  const member = castByUserId.get(userId);
  const met = world.met(userId);
  const first = dice.pick(`first/${userId}`, firsts);
  const last = dice.pick(`last/${userId}`, lasts);
  const standing = member?.standing ?? dice.roll(`standing/${userId}`);
  const days = (world.now() - Date.UTC(2026, 0, 1)) / dayMs;
  const followers = Math.floor(10 ** (2.5 + 4 * standing) * (1 + (days * dice.roll(`growth/${userId}`)) / 200));
  return {
    userId,
    handle: world.renamed(userId) ?? member?.handle ?? met ?? `${first}.${last}.${userId}`.toLowerCase(),
    name: member?.name ?? (met === undefined ? `${first} ${last}` : met.charAt(0).toUpperCase() + met.slice(1)),
    region: member?.region ?? dice.pick(`region/${userId}`, regions),
    standing,
    secUid: secUidOf(dice, userId),
    bio: dice.pick(`bio/${userId}`, bios),
    verified: dice.happens(`verified/${userId}`, standing / 2),
    followers,
    following: dice.int(`following/${userId}`, 3, 900),
    likes: followers * dice.int(`likes/${userId}`, 4, 30),
    videos: dice.int(`videos/${userId}`, 4, 400),
    seller: dice.happens(`seller/${userId}`, 0.35),
    avatar: drawnPicture(world, "avatar", userId),
    createdAt: Date.UTC(2018, 0, 1) + dice.int(`created/${userId}`, 0, 2500) * dayMs,
  };
}

/** Returns the user id of a handle, or of a profile link that contains one. */
export function userIdOfHandle(world: World, link: string): string {
  const handle = (/@([\w.-]+)/.exec(link)?.[1] ?? link).toLowerCase();
  const renamed = world.userIdRenamed(handle);
  if (renamed !== undefined) return renamed;
  for (const { handle: own, userId } of castByUserId.values())
    if (own === handle && world.renamed(userId) === undefined) return userId;
  const own = /\.(\d+)$/.exec(handle)?.[1];
  if (own !== undefined) return own;
  const userId = world.dice.digits(`handle/${handle}`, "69", 19);
  world.meet(userId, handle);
  return userId;
}

function secUidOf(dice: Dice, userId: string): string {
  const part = (index: number): string => dice.bits(`sec/${index}/${userId}`).toString(36).padStart(7, "a");
  return `MS4wLjABAAAA${part(0)}${part(1)}${part(2)}${part(3)}${part(4)}`;
}
