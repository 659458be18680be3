import { fold, hashtagsOf, type Hashtag } from "../world/hashtags.ts";
import type { World } from "../world/world.ts";
import { searchExtra } from "./searches.ts";
import type { Operation } from "./operation.ts";

/** Hashtags for a keyword and a region, one page at a time; a page can have fewer rows than requested. */
export const hashtagSearch: Operation = ({ params, world }) => {
  const keyword = params.text("keyword");
  const offset = params.number("offset");
  const found = hashtagsOf(world, keyword, params.text("region"));
  const end = Math.min(found.length, offset + params.number("count"));
  const rows = found.slice(offset, end).filter((tag) => tag !== undefined);
  return {
    ad_info: {},
    challenge_list: found.length === 0 ? null : rows.map((tag) => rowOf(world, tag, keyword)),
    cursor: Math.max(offset, end),
    has_more: end < found.length ? 1 : 0,
    ...searchExtra(world, keyword),
    ...(found.length === 0 && {
      search_nil_info: { search_nil_item: "empty_session", search_nil_type: "", text_type: 10 },
    }),
    feedback_type: "hashtag",
    global_doodle_config: doodleConfig(keyword),
    is_match: rows[0]?.exact === true && world.dice.happens(`match/${keyword}`, 0.6),
    keyword_disabled: 0,
    qc: "",
    status_code: 0,
  };
};

function challengeInfo(world: World, tag: Hashtag): object {
  const pick = (name: string, probability: number): boolean => world.dice.happens(`${name}/${tag.cid}`, probability);
  const commerce = pick("commerce", 0.15);
  return {
    banner_list: null,
    cha_attrs: null,
    cha_name: tag.name,
    cid: tag.cid,
    collect_stat: 0,
    connect_music: [],
    desc: pick("desc", 0.3) ? `All about #${tag.name}` : "",
    extra_attr: { is_live: pick("live", 0.1) },
    hashtag_profile: commerce ? `https://p16.pictures.example/hashtag/${tag.cid}.webp` : "",
    is_challenge: commerce ? 1 : 0,
    is_commerce: commerce,
    is_pgcshow: pick("pgc", 0.05),
    schema: `aweme://aweme/challenge/detail?cid=${tag.cid}`,
    search_cha_name: tag.name,
    search_highlight: null,
    share_info: shareInfo(tag),
    show_items: null,
    sub_type: 0,
    type: 1,
    use_count: tag.uses,
    user_count: tag.uses,
    view_count: tag.views,
  };
}

function rowOf(world: World, tag: Hashtag, keyword: string): object {
  world.lineage.note("hashtag-name", tag.cid, tag.name);
  const start = tag.name.indexOf(fold(keyword));
  const marked = start >= 0 && world.dice.happens(`marked/${tag.cid}`, 0.3);
  return {
    challenge_info: challengeInfo(world, tag),
    items: world.dice.happens(`items/${tag.cid}`, 0.2) ? [] : null,
    position: marked ? [{ begin: start, end: start + fold(keyword).length }] : null,
  };
}

function shareInfo(tag: Hashtag): object {
  const query = new URLSearchParams({ _r: "1", name: tag.name, share_challenge_id: tag.cid, source: "h5_m" });
  return {
    bool_persist: 0,
    now_invitation_card_image_urls: null,
    share_desc: `Check out #${tag.name}!`,
    share_desc_info: `It is becoming a big trend now! Click here: ${tag.name}`,
    share_quote: "",
    share_signature_desc: "",
    share_signature_url: "",
    share_title: `It is becoming a big trend now! Click here: ${tag.name}`,
    share_title_myself: "",
    share_title_other: "",
    share_url: `https://www.videos.example/tag/${encodeURIComponent(tag.name)}?${query.toString()}`,
  };
}

function doodleConfig(keyword: string): object {
  const choices = ["Dislike", "Unrelated result", "Outdated content", "Inappropriate content", "Others"];
  return {
    feedback_survey: [
      {
        feedback_type: "hashtag",
        long_stress_info: null,
        multiple_choices: choices.map((choice) => ({ key: choice, value: choice })),
        send_us_multiple_choices: null,
      },
    ],
    hashtag_vertical_style_type: 1,
    hide_results: false,
    hit_dolphin: false,
    hit_shark: false,
    keyword,
    new_source: "normal_search",
    search_channel: "musically_challenge",
    tns_search_result: "Pass",
  };
}
