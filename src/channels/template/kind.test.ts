import fc from "fast-check";
import { describe, expect, test } from "vitest";
import { emptyReport } from "../../../test/support/emails.ts";
import { sending } from "../../../test/support/generated-messages.ts";
import { reporting } from "../../../test/support/generated-reports.ts";
import { answered, bareNotice, fullNotice, HOSTILE, messageOf } from "../../../test/support/messages.ts";
import { runs } from "../../../test/support/runs.ts";
import type { JsonObject } from "../../core/json.ts";
import type { Notice } from "../../core/notice.ts";
import { PUBLIC_ONLY } from "../../core/public-url.ts";
import { services } from "../dialects/services/sim/rules.ts";
import { bodyOf, stringsIn } from "../limits.ts";
import { template } from "./kind.ts";
import { limits } from "./limits.ts";
import { PRESET_NAMES, type PresetName, presets } from "./presets.ts";
import { MAX_BODY, type TemplateSettings } from "./settings.ts";
import { API_BASES } from "../registry.ts";

test.each<[number | null, string]>([
  [200, "sent"],
  [202, "sent"],
  [302, "later"],
  [400, "reformat"],
  [401, "later"],
  [404, "later"],
  [410, "gone"],
  [413, "reformat"],
  [429, "later"],
  [500, "later"],
  [null, "later"],
])("an answer of %s means %s", (status, kind) => {
  expect(template.judge(answered(status), { edit: null, plain: false }).kind).toBe(kind);
});

test("a refused token or address waits for a person", () => {
  const fix = (status: number) => {
    const outcome = template.judge(answered(status), { edit: null, plain: false });
    return outcome.kind === "later" ? outcome.fix : null;
  };
  expect([fix(401), fix(403), fix(404), fix(429)]).toEqual(["token", "token", "address", undefined]);
});

const url = "https://hooks.example.com/in/ZaQ1xSw2CdE3vFr4";
const token = "Qw3rTy8uIoP0aSdF";
const sent = (settings: TemplateSettings, ...notices: Notice[]) =>
  template.render({
    settings,
    deliveryId: "dlv_1",
    message: messageOf(...(notices.length === 0 ? [fullNotice] : notices)),
    at: Date.UTC(2026, 0, 5, 12, 1),
    edit: null,
    plain: false,
    bases: API_BASES,
  });
const own = (body: object, more: Partial<TemplateSettings> = {}): TemplateSettings => ({
  url,
  body: JSON.stringify(body),
  ...more,
});
/** The body for a title. */
const filledWith = (title: string, body: object): JsonObject =>
  bodyOf(sent(own(body), bareNotice(title))) as JsonObject;

describe.each(PRESET_NAMES)("the format of %s", (preset) => {
  const settings: TemplateSettings = { preset, url, token };
  const service = services[preset]!;
  const problems = (request: ReturnType<typeof template.render>): string[] => {
    const reason = service.refusal(bodyOf(request));
    const bytes = new TextEncoder().encode(request.body).length;
    return [
      ...(reason === undefined ? [] : [reason]),
      ...(bytes <= Math.min(service.bytes, MAX_BODY) ? [] : ["too long"]),
      ...(request.method === service.method ? [] : ["method"]),
      ...(service.knows?.((name) => request.headers[name]) === false ? ["credentials"] : []),
    ];
  };

  test("is taken by the service, whatever the message, and pings nobody", () => {
    fc.assert(
      fc.property(sending(preset !== "n8n"), (provided) => {
        const request = template.render({ ...provided, settings, edit: null, bases: API_BASES });
        expect(problems(request)).toEqual([]);
        for (const text of stringsIn(bodyOf(request))) expect(text.isWellFormed()).toBe(true);
        const { events: _events, ...shown } = bodyOf(request);
        expect(limits.uninvited!(shown, [])).toEqual([]);
      }),
      { numRuns: runs(10_000, 60) },
    );
  });

  test("is taken by the service, whatever the digest", () => {
    fc.assert(
      fc.property(reporting, (provided) => {
        expect(problems(template.report({ ...provided, settings, bases: API_BASES }))).toEqual([]);
      }),
      { numRuns: runs(2_000, 25) },
    );
  });

  test("shows the headline and the text", () => {
    const text = service.text(bodyOf(sent(settings)));
    expect(text).toContain("Maria is live");
    expect(text).toContain("Started");
  });
});

test("a Teams card has a picture and a button only where there is one", () => {
  const card = (notice: Notice) => {
    const [{ content }] = bodyOf(sent({ preset: "teams", url }, notice))["attachments"] as [{ content: JsonObject }];
    return { types: (content["body"] as JsonObject[]).map(({ type }) => type), actions: content["actions"] };
  };
  const pictures = { cover: "https://pictures.example.com/a.png", avatar: null };
  expect(card({ ...fullNotice, pictures })).toEqual({
    types: ["TextBlock", "TextBlock", "Image"],
    actions: [{ type: "Action.OpenUrl", title: "Watch", url: "https://www.tiktok.com/@maria/live" }],
  });
  expect(card(bareNotice("Hello"))).toEqual({ types: ["TextBlock"], actions: [] });
});

test("a repeated message to Matrix has the same address, with the token in a header", () => {
  const at = "https://matrix.example.org/_matrix/client/v3/rooms/!a:example.org/send/m.room.message/{{id}}";
  const settings: TemplateSettings = { preset: "matrix", url: at, token };
  expect(template.settings(PUBLIC_ONLY).parse(settings)).toEqual(settings);
  const { method, url: called, headers } = sent(settings);
  expect([method, called]).toEqual(["PUT", at.replace("{{id}}", "dlv_1")]);
  expect(headers["authorization"]).toBe(`Bearer ${token}`);
});

test.each([
  '", "admin": true, "x": "',
  '"}],"text":"x',
  "\\",
  "\\u0022",
  "{{token}}",
  "{{events}}",
  "__proto__",
  "\ud800",
  "\u2028\u2029\u0000\r\n",
  HOSTILE,
])("the title %j adds nothing to the structure of a body", (title) => {
  const body = filledWith(title, { text: "a {{title}} b", deep: [{ text: "{{title}}" }], n: 1 });
  expect(Object.keys(body)).toEqual(["text", "deep", "n"]);
  expect(body["text"]).toMatch(/^a [^]* b$/);
  expect(JSON.stringify(body)).not.toContain(token);
  expect(limits.uninvited!(body, [])).toEqual([]);
});

test("a text that is one placeholder becomes its value; an empty one is left out, with the entry of a list around it", () => {
  const body = {
    events: "{{events}}",
    url: "{{url}}",
    said: "at {{url}}",
    list: [{ url: "{{url}}" }, "{{url}}", { a: 1 }],
  };
  expect(filledWith("Hello", body)).toEqual({
    events: [expect.objectContaining({ id: "evt_start", type: "live.started" })],
    said: "at ",
    list: [{ a: 1 }],
  });
});

test("a label makes no emoji with the colon after it", () => {
  const figures = [{ label: "a :skull", value: "20:30", detail: null }];
  const report = { ...emptyReport, figures };
  const provided = { deliveryId: "dlv_1", data: {}, writtenAt: 0, at: 0, plain: false, bases: API_BASES };
  const text = String(
    bodyOf(template.report({ ...provided, report, settings: { preset: "mattermost", url } }))["text"],
  );
  expect(text).toContain("a :\u200bskull: 20:30");
  for (const label of [":skull", "_:skull"]) {
    const notice = { ...fullNotice, fields: [{ label, value: ["1"] }] };
    expect(limits.uninvited!(bodyOf(sent({ preset: "mattermost", url }, notice)), [])).toEqual([]);
  }
});

test("headers are one line of ASCII", () => {
  const header = (title: string) =>
    sent(own({ a: "{{id}}" }, { headers: { Title: "x {{title}}" } }), bareNotice(title)).headers["title"];
  expect(header("Maria is live")).toBe("x Maria is live");
  expect(header("a\r\nX-Admin: 1")).toBe("x a X-Admin: 1");
  const encoded = header("マリア👍 is live")!;
  expect(encoded).toMatch(/^=\?UTF-8\?B\?[A-Za-z0-9+/=]+\?=$/);
  expect(Buffer.from(encoded.slice(10, -2), "base64").toString()).toBe("x マリア👍 is live");
  expect(Buffer.from(header("あ👍".repeat(500))!.slice(10, -2), "base64").toString()).not.toContain("\ufffd");
});

test("a header without its token is left out", () => {
  const { headers } = sent({ preset: "gotify", url });
  expect(headers).not.toHaveProperty("x-gotify-key");
});

test("every service has a title and a fake", () => {
  const names: PresetName[] = Object.keys(presets) as PresetName[];
  expect(names).toEqual([...PRESET_NAMES]);
  expect(Object.keys(services)).toEqual(names);
});
