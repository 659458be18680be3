/**
 * The broadcasting habits of a cast member, in seconds of world time; the first broadcast starts after
 * `firstOnAfterSeconds`.
 */
interface Predictions {
  firstOnAfterSeconds: number;
  onSeconds: number;
  offSeconds: number;
}

/** A named creator of the demo world. `roomId` is the room of their rankings; each broadcast has a room of its own. */
export interface CastMember {
  userId: string;
  roomId: string;
  handle: string;
  name: string;
  region: string;
  /** 0 to 1: the strength in the rankings. */
  standing: number;
  habits: Predictions;
}

type Row = readonly [string, string, string, string, string, number, number, number, number];

const rows: readonly Row[] = [
  ["7001", "7101", "lenawinter", "Lena Winter", "DE", 0.74, 8, 75, 385],
  ["7002", "7102", "kenji.plays", "Kenji Plays", "JP", 0.88, 13, 160, 520],
  ["7003", "7103", "tomasbeats", "Tomás Beats", "MX", 0.62, 45, 85, 450],
  ["7004", "7104", "amara.cooks", "Amara Cooks", "NG", 0.7, 80, 240, 610],
  ["7012", "7100", "maria", "Maria", "ES", 0.93, 115, 190, 480],
  ["7005", "7105", "pixelpaul", "Pixel Paul", "GB", 0.5, 150, 70, 660],
  ["7006", "7106", "suna.draws", "Suna Draws", "KR", 0.81, 190, 300, 540],
  ["7007", "7107", "bigfootfitness", "Bigfoot Fitness", "US", 0.66, 225, 110, 500],
  ["7008", "7108", "chef.lucia", "Chef Lucia", "IT", 0.58, 265, 150, 640],
  ["7009", "7109", "nightowl", "Night Owl", "US", 0.79, -120, 320, 590],
  ["7010", "7110", "zoe.and.the.cat", "Zoé & the Cat", "FR", 0.85, 300, 95, 560],
  ["7011", "7111", "oldschoolvinyl", "Old School Vinyl", "US", 0.45, 335, 260, 700],
];

/** The creators of the demo watchlist. */
export const cast: readonly CastMember[] = rows.map(
  ([userId, roomId, handle, name, region, standing, firstOnAfterSeconds, onSeconds, offSeconds]) => ({
    userId,
    roomId,
    handle,
    name,
    region,
    standing,
    habits: { firstOnAfterSeconds, onSeconds, offSeconds },
  }),
);

/** The members of the cast by user id. */
export const castByUserId: ReadonlyMap<string, CastMember> = new Map(cast.map((member) => [member.userId, member]));
