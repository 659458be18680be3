import fc from "fast-check";
import { Webhook } from "standardwebhooks";
import { expect, test } from "vitest";
import { answered, fullNotice, startEvent } from "../../../test/support/messages.ts";
import { runs } from "../../../test/support/runs.ts";
import { API_BASES } from "../bases.ts";
import type { OutboundAnswer } from "../kind.ts";
import { judge, webhook } from "./kind.ts";

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

const timeout = process.env["LONG"] ? 1_800_000 : 120_000;
const url = "https://hooks.example.com/in";
const secret = fc
  .uint8Array({ minLength: 24, maxLength: 64 })
  .map((bytes) => `whsec_${Buffer.from(bytes).toString("base64")}`);
const text = fc.oneof(fc.string({ unit: "binary", maxLength: 60 }), fc.string({ maxLength: 60 }));
const sent = fc.record({
  deliveryId: fc.stringMatching(/^dlv_[0-9a-z]{1,40}$/),
  name: text,
  data: fc.dictionary(text, fc.oneof(text, fc.integer(), fc.double(), fc.constant(null)), { maxKeys: 6 }),
  secret,
  previousSecret: fc.option(secret, { nil: undefined }),
});

type Sent = typeof sent extends fc.Arbitrary<infer T> ? T : never;

function signed({ deliveryId, name, data, ...secrets }: Sent) {
  const event = { ...startEvent, target: { name, kind: "live", params: {} }, data: data as typeof startEvent.data };
  const { headers, body } = webhook.render({
    settings: { url, ...secrets },
    deliveryId,
    message: { language: "en", items: [{ event, notice: fullNotice }], mentions: [] },
    at: Date.now(),
    edit: null,
    plain: false,
    bases: API_BASES,
  });
  return { headers, body };
}

const takes = (key: string, { headers, body }: ReturnType<typeof signed>): boolean => {
  try {
    new Webhook(key).verify(body, headers);
    return true;
  } catch {
    return false;
  }
};

const parts = ["body", "webhook-id", "webhook-timestamp", "webhook-signature"] as const;

/** The same request with one changed byte, as its receiver reads it. */
function mutated(request: ReturnType<typeof signed>, part: (typeof parts)[number], place: number, flip: number) {
  const before = part === "body" ? request.body : request.headers[part]!;
  const bytes = Buffer.from(before);
  const at = place % bytes.length;
  bytes[at] = bytes[at]! ^ flip;
  const after = bytes.toString();
  if (part === "body") return { ...request, body: after, changed: after !== before };
  return { ...request, headers: { ...request.headers, [part]: after }, changed: after !== before };
}

test("every body, id and secret verifies, with the newest secret and the previous one", { timeout }, () => {
  fc.assert(
    fc.property(sent, (provided) => {
      const request = signed(provided);
      expect(takes(provided.secret, request)).toBe(true);
      expect(request.headers["webhook-signature"]!.split(" ")).toHaveLength(
        provided.previousSecret === undefined || provided.previousSecret === provided.secret ? 1 : 2,
      );
      if (provided.previousSecret !== undefined) expect(takes(provided.previousSecret, request)).toBe(true);
    }),
    { numRuns: runs(100_000, 1_000) },
  );
});

test("no single byte can be changed anywhere", { timeout }, () => {
  let refused = 0;
  fc.assert(
    fc.property(
      sent,
      fc.constantFrom(...parts),
      fc.nat(),
      fc.integer({ min: 1, max: 255 }),
      (provided, part, place, flip) => {
        const request = mutated(signed({ ...provided, previousSecret: undefined }), part, place, flip);
        // Invalid UTF-8 decodes to the same replacement character, so such a text is unchanged for its reader.
        fc.pre(request.changed);
        expect(takes(provided.secret, request)).toBe(false);
        refused += 1;
      },
    ),
    { numRuns: runs(100_000, 1_000) },
  );
  expect(refused).toBeGreaterThanOrEqual(runs(100_000, 1_000));
});

test("another secret verifies nothing", { timeout }, () => {
  fc.assert(
    fc.property(sent, secret, (provided, stranger) => {
      fc.pre(stranger !== provided.secret && stranger !== provided.previousSecret);
      expect(takes(stranger, signed(provided))).toBe(false);
    }),
    { numRuns: runs(10_000) },
  );
});
