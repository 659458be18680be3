import { expect, test } from "vitest";
import { answered, bareNotice, fullNotice, messageOf, STARTED_AT } from "../../../test/support/messages.ts";
import type { OutboundAnswer } from "../kind.ts";
import { bodyOf } from "../limits.ts";
import { judge, ntfy } from "./kind.ts";
import { limits } from "./limits.ts";
import { API_BASES } from "../registry.ts";

const provided = { deliveryId: "dlv_1", at: STARTED_AT, edit: null, plain: false, bases: API_BASES };
const settings = { topic: "live-1" };

test("has a title and links to the stream", () => {
  const request = ntfy.render({ ...provided, settings, message: messageOf(fullNotice) });
  expect(limits.problems(request)).toEqual([]);
  expect(request.url).toBe("https://ntfy.sh/");
  expect(bodyOf(request)).toMatchObject({
    topic: "live-1",
    title: "Maria is live",
    message: expect.stringMatching(/^Started 12:00 UTC\n/),
    tags: ["red_circle"],
    click: "https://www.tiktok.com/@maria/live",
  });
});

test("a single line is a message without a title, because ntfy replaces empty messages", () => {
  const body = bodyOf(ntfy.render({ ...provided, settings, message: messageOf(bareNotice("Over")) }));
  expect(body).toEqual({ topic: "live-1", message: "Over", tags: ["mega"] });
});

test("goes to a self-hosted server with its token and priority", () => {
  const own = { ...settings, url: "https://ntfy.example.com/", token: "tk_1", priority: "max" as const };
  const request = ntfy.render({ ...provided, settings: own, message: messageOf(fullNotice) });
  expect(request).toMatchObject({ url: "https://ntfy.example.com/", headers: { authorization: "Bearer tk_1" } });
  expect(bodyOf(request)["priority"]).toBe(5);
  expect(ntfy.mask(own)).toEqual({ topic: "…", url: "https://ntfy.example.com/…", token: "tk_…", priority: "max" });
});

test("stays below 4096 bytes in any script", () => {
  const long = { ...bareNotice("マリア"), body: ["配信".repeat(3000)] };
  const request = ntfy.render({ ...provided, settings, message: messageOf(long) });
  expect(limits.problems(request)).toEqual([]);
});

const reported = (http: number, code: number) => answered(http, JSON.stringify({ code, http, error: "x" }));

test.each<[string, OutboundAnswer, object]>([
  ["taken", answered(200, '{"id":"a"}'), { kind: "sent", ref: null }],
  ["200 and a page", answered(200, "<html>"), { kind: "later" }],
  ["401", reported(401, 40101), { kind: "later", fix: "token" }],
  ["403", reported(403, 40301), { kind: "later", fix: "allow" }],
  ["404 of a topic", reported(404, 40401), { kind: "later", fix: "address" }],
  ["404 and a page", answered(404, "<html>"), { kind: "later", reason: "answered 404" }],
  ["400 of the topic", reported(400, 40009), { kind: "later", fix: "address" }],
  ["400 of the body", reported(400, 40017), { kind: "reformat" }],
  ["400 unknown", reported(400, 40999), { kind: "later", fix: "refused" }],
  ["413", reported(413, 41301), { kind: "reformat" }],
  ["429", reported(429, 42901), { kind: "later", scope: "route" }],
  ["507", reported(507, 50701), { kind: "later" }],
  ["no answer", answered(null), { kind: "later", reason: "timeout" }],
])("%s", (_, answer, expected) => {
  expect(judge(answer, { plain: false })).toMatchObject(expected);
});
