import { minuteMs, secondMs } from "../world/durations.ts";
import { personOf } from "../world/people.ts";
import { picture } from "../world/pictures.ts";
import { leagueOf, rankings, standingOf, type Ranking, type Standing } from "../world/standings.ts";
import type { World } from "../world/world.ts";
import type { Operation } from "./operation.ts";

/**
 * The rankings of a room's owner in groups: gifts, and for some also shop and games. Empty for a creator who turned
 * rankings off.
 */
export const rankingList: Operation = ({ params, world }) => {
  const userId = params.text("user_id");
  const off = personOf(world, userId).standing < 0.04;
  return {
    data: off ? [] : groupsOf(world, userId),
    extra: { now: world.now() },
    status_code: 0,
  };
};

function groupsOf(world: World, userId: string): object[] {
  const gifts: Ranking[] = [rankings.hourly, rankings.daily, rankings.weekly];
  if (world.dice.happens(`fame/${userId}`, 0.25)) gifts.push(rankings.fame);
  const groups = [groupOf(world, userId, gifts, 10)];
  if (personOf(world, userId).seller) groups.push(groupOf(world, userId, [rankings.shop], 6));
  if (world.dice.happens(`games/${userId}`, 0.2)) groups.push(groupOf(world, userId, [rankings.game], 4));
  return groups;
}

/** The service's Text object: a pattern with placeholders, and the texts that fill them. */
function richText(key: string, pattern: string, pieces: string[] = [], color = "#ffffffff"): object {
  return {
    default_format: {
      bold: false,
      color,
      font_size: 0,
      italic: false,
      italic_angle: 0,
      use_heigh_light_color: false,
      use_remote_clor: false,
      weight: 400,
    },
    default_pattern: pattern,
    key,
    pieces: pieces.map((piece) => ({ string_value: piece, type: 1 })),
  };
}

/** Formats a count as the platform does: "950", "13.8K", "2.1M". */
function shortCount(value: number): string {
  if (value < 1000) return String(value);
  return value < 1_000_000 ? `${(value / 1000).toFixed(1)}K` : `${(value / 1_000_000).toFixed(1)}M`;
}

function groupOf(world: World, userId: string, list: Ranking[], priority: number): object {
  return {
    Priority: priority,
    animation_loop_for_off: false,
    data: {
      entrances: list.map((ranking) => entranceOf(world, userId, standingOf(world, userId, ranking))),
      tabs: list.map((ranking) => ({
        list_lynx_type: ranking.groupType === 2 ? 1 : 0,
        rank_type: ranking.rankType,
        title: ranking.title,
        title_text: richText(ranking.key, ranking.title),
      })),
    },
    group_type: list[0]?.groupType ?? 1,
    is_animation_loop_play: list.length > 1,
    union_animation: { rank_type_array: list.map((ranking) => ranking.rankType), supported_version: 1, union_type: 0 },
  };
}

function entranceOf(world: World, userId: string, standing: Standing): object {
  const { ranking, place, resetAt } = standing;
  const nowSeconds = Math.floor(world.now() / secondMs);
  const league = ranking === rankings.daily ? leagueOf(world, userId) : undefined;
  const affiliated = affiliatedOf(world, userId, standing);
  return {
    block_message: false,
    countdown: resetAt === 0 ? 0 : Math.max(0, resetAt - nowSeconds),
    default_content:
      place > 0
        ? richText("pm_mt_live_rank_no", "No. {0:string}", [String(place)])
        : richText(ranking.key, ranking.title),
    owner_on_rank: place > 0,
    owner_rank_idx: place,
    rank_type: ranking.rankType,
    related_tab_rank_type: ranking.rankType,
    request_first_show_type: 0,
    reset_time: resetAt,
    roll_config: { duration: 3 + (nowSeconds % 3), weight: 1 },
    window_size: ranking.periodMs / secondMs,
    ...(affiliated && { affiliated_content: affiliated }),
    ...(league && { class_info: { class_type: league.classType, star_count: league.stars } }),
    ...((league ?? ranking.groupType !== 1) && { entranceIcon: iconOf(world, ranking, league?.classType ?? 0) }),
  };
}

function affiliatedOf(world: World, userId: string, standing: Standing): object | undefined {
  const { ranking, place, gap } = standing;
  const goal = place === 0 ? 99 : place - 1;
  const pattern = "{0:string} Diamonds to reach No. {1:string}";
  const silent = world.dice.happens(`gapless/${userId}/${ranking.rankType}`, 0.12);
  const gapDesc = goal > 0 && !silent && richText("pm_mt_Live_WRdiamonds", pattern, [shortCount(gap), String(goal)]);
  const bonus = ranking === rankings.hourly && bonusOf(world, userId);
  if (!gapDesc && !bonus) return undefined;
  return { ...(gapDesc && { gap_desc: gapDesc }), ...(bonus && { team_rank_bonus_time: bonus }) };
}

function bonusOf(world: World, userId: string): object | undefined {
  const turn = Math.floor(world.now() / (20 * minuteMs));
  if (!world.dice.happens(`bonus/${userId}/${turn}`, 0.25)) return undefined;
  const startsAt = (turn * 20 * minuteMs) / secondMs;
  return {
    bonus_rate: world.dice.pick(`rate/${userId}/${turn}`, [110, 120, 150, 200]),
    bonus_time_gift_id: world.dice.int(`gift/${turn}`, 5000, 17_000),
    end_timestamp: startsAt + 300,
    show_animation: true,
    start_timestamp: startsAt,
    switch: true,
  };
}

function iconOf(world: World, ranking: Ranking, classType: number): object {
  return {
    ...picture(world.dice, `rank-icon/${ranking.rankType}/${classType}`, 32, 14),
    avg_color: "#7A6B52",
    image_type: 0,
    is_animated: false,
    open_web_url: "",
  };
}
