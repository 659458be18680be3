import { afterAll, beforeAll, describe, expect, test } from "vitest";
import { endOf, firstIn, lastPointIn, pointsIn, someOf } from "../../src/features/creators/run-text.ts";
import { basesAt, chatKinds, isChat, receiverOf } from "../support/channel-kinds.ts";
import type { Reporting } from "../../src/channels/kind.ts";
import { API_BASES, channelKinds } from "../../src/channels/registry.ts";
import type { Report } from "../../src/core/report.ts";
import { outboundSender } from "../../src/engine/outbound/sender.ts";
import type { TestServer } from "../support/http-server.ts";
import { emptyReport, pictureOf, weekReport, withPictures } from "../support/emails.ts";
import { servedInbox } from "../support/served-inbox.ts";
import { sqliteD1 } from "../support/sqlite-d1.ts";

describe("digests", () => {
  let inbox: TestServer;
  beforeAll(async () => {
    inbox = await servedInbox();
  });
  afterAll(() => inbox.close());

  /** Settings that lead to the inbox, with optional ones generated. */
  async function settingsOf(name: string, home: string): Promise<Record<string, string>> {
    const settings = receiverOf(name).settings(home);
    return (await channelKinds[name]!.signing?.complete(settings, new Uint8Array(64).fill(7)))?.settings ?? settings;
  }
  const pictured = withPictures(weekReport, (name) => pictureOf(name, { url: `https://example.com/${name}.png` }));

  describe.each(Object.entries(channelKinds))("a digest by %s", (name, kind) => {
    test.each([
      ["with pictures", pictured, false],
      ["without", weekReport, false],
      ["as text alone", pictured, true],
      ["with nothing in it", emptyReport, false],
    ])("%s: the receiver accepts it, and it is readable", async (_, report, plain) => {
      const bases = basesAt(inbox.url);
      const data = { digestId: "dgt_1", name: report.title };
      const provided = {
        settings: await settingsOf(name, inbox.url),
        deliveryId: "dlv_1",
        report,
        data,
        writtenAt: 0,
        at: 0,
      };
      const request = kind.report({ ...provided, plain, bases } satisfies Reporting<unknown>);
      const answer = await outboundSender({ local: true, own: null }, 5000, fetch)(request);
      expect(kind.judge(answer, { edit: null, plain })).toMatchObject({ kind: "sent" });
      const entries = (await (await fetch(`${inbox.url}/inbox.json`)).json()) as Record<string, unknown>[];
      const { channelKind, body, text, attachments = [] } = entries.at(-1)!;
      expect([channelKind, body]).toEqual([name, JSON.parse(request.body)]);
      expect(text).toContain(report.title);
      if (isChat(name) && report !== emptyReport) {
        expect(text).toMatch(/52 h 10 m[^]+Bigfoot Fitne[^]+12 h 30 m[^]+\+12 more/);
        expect(text).not.toContain("```");
      }
      if (isChat(name) && report !== emptyReport) expect(text).toContain(report.headline);
      const files = kind.pictures === "file" && report === pictured && !plain ? 2 : 0;
      expect(attachments).toHaveLength(files);
    });
  });

  const product = {
    title: "Bedside Lamp",
    url: "https://www.tiktok.com/shop/pdp/1",
    image: "https://pictures.example.com/lamp.png",
    detail: "Evening Goods · 4.7 of 5 stars (812 reviews)",
  };
  const withCards = (...cards: (typeof product)[]) => ({
    ...weekReport,
    sections: weekReport.sections.map((section, index) => ({ ...section, cards: index === 0 ? cards : [] })),
  });
  const bodyOf = (name: string, report: Report, plain = false): string => {
    const settings = receiverOf(name).settings("https://example.com");
    const provided = { settings, deliveryId: "dlv_1", report, writtenAt: 0, at: 0 };
    return channelKinds[name]!.report({ ...provided, data: {}, plain, bases: API_BASES }).body;
  };

  const hasPictures = (name: string): boolean => channelKinds[name]!.pictures !== "none";

  describe.each(chatKinds)("%s", (name) => {
    test("links products, and shows a picture at a public address", () => {
      const body = bodyOf(name, withCards(product));
      expect(body).toContain(product.url);
      if (hasPictures(name)) expect(body).toContain(product.image);
      expect(body).toContain("4.7 of 5 stars (812 reviews)");
      expect(bodyOf(name, withCards(product), true)).toContain(product.url);
    });

    test.each([
      "http://pictures.example.com/a.png",
      "https://10.0.0.1/a.png",
      "https://metadata.internal/a.png",
      "https://localhost/a.png",
      "https://u:p@pictures.example.com/a.png",
      "javascript:alert(1)//a.png",
    ])("shows no picture at %s", (image) => {
      expect(bodyOf(name, withCards({ ...product, image }))).not.toContain("a.png");
    });

    test.skipIf(!hasPictures(name))("names the creators behind letters below the picture", () => {
      const legend = "A 中村さくら · B محمد";
      const report = withPictures(weekReport, (section) => ({
        ...pictureOf(section, { url: `https://example.com/${section}.png` }),
        legend,
      }));
      expect(bodyOf(name, report)).toContain(`In the chart: ${legend}`);
      expect(bodyOf(name, weekReport)).not.toContain("In the chart");
    });

    test.each([false, true])("names the number of skipped times (plain text: %s)", (plain) => {
      const passed = "· 239 earlier ones were passed over";
      const report = { ...weekReport, period: `${weekReport.period} ${passed}` };
      expect(bodyOf(name, report, plain)).toContain(passed);
    });
  });

  test("Slack gets no WebP, for which it would refuse the whole message", () => {
    const image = "https://pictures.example.com/lamp.webp";
    expect(bodyOf("slack", withCards({ ...product, image }))).not.toContain("webp");
    expect(bodyOf("discord", withCards({ ...product, image }))).toContain(image);
  });
});

const MANY = 8;

type Point = [at: number, values: Record<string, number>];

/** What is cut from a run: its last point, and some of all. */
async function cutOf(run: Point[]) {
  const row = await sqliteD1()
    .prepare(
      `WITH given AS (SELECT ?1 AS points), runs AS MATERIALIZED (
         SELECT CAST(points AS BLOB) AS run, ${firstIn("points")} AS first, ${endOf("points")} AS run_end FROM given)
       SELECT run_end, ${someOf("run", "first", MANY)} AS some FROM runs`,
    )
    .bind(JSON.stringify(run))
    .first<Record<string, string>>();
  return { last: lastPointIn(row!["run_end"]!), some: pointsIn(row!["some"]!) };
}

const runOf = (count: number, names: string[], begin = 1_794_700_000_000): Point[] =>
  Array.from({ length: count }, (_, n) => [
    begin + n * 600_000,
    Object.fromEntries(names.map((name, place) => [name, 100 * place + n])),
  ]);

test("from a long run evenly spaced points are cut, including its last", async () => {
  const run = runOf(144, ["views:a", "views:“é”", "uses:日本"]);
  const { last, some } = await cutOf(run);
  expect(last).toEqual(run.at(-1));
  const places = some.map((point) => run.findIndex(([at]) => at === point[0]));
  expect(some).toEqual(places.map((place) => run[place]));
  expect(places).toHaveLength(MANY + 1);
  const apart = places.slice(1).map((place, i) => place - places[i]!);
  expect(Math.min(...apart)).toBeGreaterThan(14);
  expect(Math.max(...apart)).toBeLessThan(23);
});

test("a name that looks like a delimiter costs points but creates none, and a run of one point has it", async () => {
  const run = runOf(144, ["views:a],[", "views:b]]"]);
  const { last, some } = await cutOf(run);
  expect(last).toEqual(run.at(-1));
  for (const point of some) expect(run).toContainEqual(point);
  const odd = await cutOf(runOf(144, ["views:a}],[9,{}],["]));
  expect([odd.last, ...odd.some].filter((point) => point?.[0] === 9)).toEqual([]);
  const [one] = runOf(1, ["views:a"]);
  expect((await cutOf([one!])).last).toEqual(one);
});

test("a last point that is much longer than the first is found", async () => {
  const run = [
    ...runOf(20, ["a"]),
    ...runOf(
      1,
      Array.from({ length: 60 }, (_, n) => `views:tag_${n}`),
      2e12,
    ),
  ];
  expect((await cutOf(run)).last).toEqual(run.at(-1));
});
