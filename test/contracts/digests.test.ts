import { afterAll, beforeAll, describe, expect, test } from "vitest";
import type { Reporting } from "../../src/channels/kind.ts";
import { channelKinds } from "../../src/channels/registry.ts";
import { outboundSender } from "../../src/edges/outbound/sender.ts";
import type { TestServer } from "../support/http-server.ts";
import { emptyReport, pictureOf, weekReport, withPictures } from "../support/reports.ts";
import { servedInbox } from "../support/served-inbox.ts";

let inbox: TestServer;
beforeAll(async () => {
  inbox = await servedInbox();
});
afterAll(() => inbox.close());

const secret = `whsec_${Buffer.alloc(32, 7).toString("base64")}`;
const settings: Record<string, (home: string) => object> = {
  slack: (home) => ({ url: `${home}/inbox/slack/services/T/B/x` }),
  discord: (home) => ({ url: `${home}/inbox/discord/api/webhooks/1/x` }),
  webhook: (home) => ({ url: `${home}/inbox/webhook/a`, secret }),
  "slack-bot": () => ({ token: "xoxb-1", channel: "C012AB" }),
  "discord-bot": () => ({ token: "a.b.c", channelId: "55" }),
};
const pictured = withPictures(weekReport, (name) => pictureOf(name, { url: `https://example.com/${name}.png` }));

describe.each(Object.entries(channelKinds))("a digest by %s", (name, kind) => {
  test.each([
    ["with pictures", pictured, false],
    ["without", weekReport, false],
    ["as text alone", pictured, true],
    ["with nothing in it", emptyReport, false],
  ])("%s: the receiver takes it, and it reads well", async (_, report, plain) => {
    const bases = { slack: `${inbox.url}/inbox/slack-api`, discord: `${inbox.url}/inbox/discord-api` };
    const data = { digestId: "dgt_1", name: report.title };
    const given = { settings: settings[name]!(inbox.url), deliveryId: "dlv_1", report, data, writtenAt: 0, at: 0 };
    const request = kind.report({ ...given, plain, bases } satisfies Reporting<unknown>);
    const answer = await outboundSender({ local: true, own: null }, 5000, fetch)(request);
    expect(kind.judge(answer, { edit: null, plain })).toMatchObject({ kind: "sent" });
    const entries = (await (await fetch(`${inbox.url}/inbox.json`)).json()) as Record<string, unknown>[];
    const { channelKind, body, text, attachments = [] } = entries.at(-1)!;
    expect([channelKind, body]).toEqual([name, JSON.parse(request.body)]);
    expect(text).toContain(report.title);
    if (name !== "webhook" && report !== emptyReport) {
      expect(text).toMatch(/52 h 10 m[^]+Bigfoot Fitne[^]+12 h 30 m[^]+\+12 more/);
      expect(text).not.toContain("```");
    }
    const files = kind.pictures === "file" && report === pictured && !plain ? 2 : 0;
    expect(attachments).toHaveLength(files);
  });
});
