import { expect, test } from "vitest";
import { answered } from "../../../test/support/messages.ts";
import type { OutboundAnswer } from "../kind.ts";
import { judge } from "./judge.ts";

const later = (scope: string, afterSeconds: number | null = null) => ({ kind: "later", scope, afterSeconds });
const wait = { "retry-after": "120" };

test.each<[string, OutboundAnswer, object]>([
  ["200", answered(200, "anything"), { kind: "sent", ref: null, pauseSeconds: 0 }],
  ["202", answered(202), { kind: "sent" }],
  ["204", answered(204), { kind: "sent" }],
  ["299", answered(299), { kind: "sent" }],
  ["301", answered(301, "", { location: "https://x/" }), later("delivery")],
  ["304", answered(304), later("delivery")],
  ["400", answered(400, "secret words"), { ...later("delivery"), reason: "answered 400" }],
  ["401", answered(401), later("delivery")],
  ["404", answered(404), later("delivery")],
  ["410", answered(410), { kind: "gone" }],
  ["422", answered(422, "", wait), later("delivery")],
  ["429", answered(429), later("route")],
  ["429 with a time", answered(429, "", wait), later("route", 120)],
  ["500", answered(500, "", wait), later("delivery")],
  ["502 with a time", answered(502, "", wait), later("route", 120)],
  ["503 with a time", answered(503, "", wait), later("route", 120)],
  ["503", answered(503), later("delivery")],
  ["504 with a time", answered(504, "", wait), later("route", 120)],
  ["no answer", answered(null), { ...later("delivery"), reason: "timeout" }],
])("%s", (_, answer, expected) => {
  expect(judge(answer)).toMatchObject(expected);
});
