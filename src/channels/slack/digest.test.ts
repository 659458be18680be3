import { expect, test } from "vitest";
import { bodyOf } from "../limits.ts";
import { limits } from "./limits.ts";
import { HOSTILE } from "../../../test/support/messages.ts";
import { emptyReport, pictureOf, weekReport, withPictures } from "../../../test/support/emails.ts";
import type { Report } from "../../core/report.ts";
import { API_BASES } from "../bases.ts";
import { slackBot } from "../slack-bot/kind.ts";
import { slack } from "./kind.ts";

const settings = { url: "https://hooks.slack.com/services/T0001/B0002/abcdefghijkl" };
const provided = { deliveryId: "dlv_1", data: {}, writtenAt: 0, at: 0, bases: API_BASES };
const sent = (report: Report, plain = false) => slack.report({ ...provided, settings, report, plain });
type Block = { type: string; text?: { text: string }; image_url?: string };
const blocksOf = (report: Report) => bodyOf(sent(report))["blocks"] as Block[];
const reported = (text: string) => ({ type: "mrkdwn", text, verbatim: true });
const header = (text: string) => ({ type: "header", text: { type: "plain_text", text, emoji: false } });
const url = (name: string) => `http://127.0.0.1:8787/charts/${name}.png?a=1&b=2`;
const pictured = withPictures(weekReport, (name) => pictureOf(name, { url: url(name) }));

test("a digest has its figures, then each section under its header", () => {
  const request = sent(pictured);
  expect(request).toMatchObject({ method: "POST", url: settings.url });
  expect(request.files).toBeUndefined();
  expect(limits.problems(request)).toEqual([]);
  const blocks = blocksOf(pictured);
  expect(blocks.map(({ type }) => type).join(" ")).toBe(
    "header section context section context divider header section section image context divider header section image",
  );
  expect(blocks.slice(0, 5)).toEqual([
    header("Creators of the house, weekly"),
    { type: "section", text: reported(weekReport.headline!), expand: true },
    { type: "context", elements: [reported(weekReport.period)] },
    {
      type: "section",
      fields: [
        reported("Airtime\n*52 h 10 m*\n+12 % on the week before"),
        reported("Lives\n*38*\n17 creators"),
        reported("Best rank\n*#3*\nKenji Plays, Saturday"),
        reported("Price changes\n*6*"),
      ],
    },
    { type: "context", elements: [reported(weekReport.quiet!)] },
  ]);
  expect(blocks[7]!.text!.text).toMatch(
    /^\*Most airtime\*\n```Bigfoot Fitne… 12 h 30 m \+20 % ▂▄·▁▅█▇\n[^]+\n\+12 more```$/,
  );
  expect(blocks[9]).toEqual({ type: "image", image_url: url("lives"), alt_text: pictureOf("lives").alt });
  expect(bodyOf(request)["text"]).toBe(
    `Creators of the house, weekly\n${weekReport.headline}\n${weekReport.period}\nAirtime: 52 h 10 m (+12 % on the week before)\n` +
      "Lives: 38 (17 creators)\nBest rank: #3 (Kenji Plays, Saturday)\nPrice changes: 6\nProducts: No price changed.",
  );
});

test("a picture without an address is not shown", () => {
  expect(blocksOf(withPictures(weekReport, (name) => pictureOf(name))).some(({ type }) => type === "image")).toBe(
    false,
  );
});

test("tables are shortened first, then alt texts; figures stay", () => {
  const [lives] = pictured.sections;
  const table = {
    ...lives!.tables[0]!,
    rows: Array.from({ length: 10 }, () => lives!.tables[0]!.rows[3]!),
    more: 10_000,
  };
  const full = { ...lives!, tables: [table, table, table], picture: { ...lives!.picture!, alt: "word ".repeat(800) } };
  const report = { ...pictured, sections: [full, full, full, full, full, full] };
  expect(limits.problems(sent(report))).toEqual([]);
  const blocks = blocksOf(report);
  expect(blocks[3]).toMatchObject({ fields: [{}, {}, {}, {}] });
  expect(blocks.filter(({ type }) => type === "image")).toHaveLength(6);
});

test("an empty digest has only a title", () => {
  expect(blocksOf(emptyReport)).toEqual([header("Quiet week")]);
  expect(bodyOf(sent(emptyReport))["text"]).toBe("Quiet week");
});

test("a hostile title stays text", () => {
  expect(blocksOf({ ...emptyReport, title: HOSTILE })[0]!.text!.text).toMatch(
    /^\*bold\* _x_ `code` &lt;!channel&gt; &lt;@\u200b123&gt;/,
  );
});

test("plain text", () => {
  const body = bodyOf(sent(pictured, true));
  expect(Object.keys(body).sort()).toEqual(["text", "unfurl_links", "unfurl_media"]);
  expect(body["text"]).toContain("• Bigfoot Fitness: 12 h 30 m (+20 %)");
});

test("a bot sends the same in its channel", () => {
  const bot = slackBot.report({
    ...provided,
    settings: { token: "xoxb-1", channel: "C012AB" },
    report: pictured,
    plain: false,
  });
  const metadata = { event_type: "tallylight_delivery", event_payload: { delivery: "dlv_1" } };
  expect(bodyOf(bot)).toEqual({ channel: "C012AB", ...bodyOf(sent(pictured)), metadata });
  expect(bot.url).toBe("https://slack.com/api/chat.postMessage");
  expect(limits.problems(bot)).toEqual([]);
});
