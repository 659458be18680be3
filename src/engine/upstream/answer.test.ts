import { describe, expect, test } from "vitest";
import { pointed } from "../../core/json.ts";
import { ok } from "../../core/result.ts";
import { decodeAnswer, retryAfterOf } from "./answer.ts";

const good = '{"code":0,"msg":"success","data":{"status_code":0}}';

describe("three layers of success", () => {
  test.each([
    [200, good, null],
    [201, good, null],
    [200, '{"code":"0","data":null}', null],
    [200, '{"code":0,"data":[]}', null],
    [200, '{"code":0,"data":{"status_code":null}}', null],
    [400, good, "refused"],
    [401, good, "refused"],
    [402, "", "refused"],
    [403, '{"status":"error","message":"User doesn\'t exist"}', "refused"],
    [404, "<html>", "gone"],
    [410, good, "gone"],
    [428, good, "refused"],
    [429, good, "throttled"],
    [500, good, "unreachable"],
    [503, good, "unreachable"],
    [520, "<html>", "unreachable"],
    [302, good, "unreachable"],
    [200, '{"code":200,"data":{}}', "unreachable"],
    [200, '{"code":-1,"data":{}}', "unreachable"],
    [200, '{"code":0,"data":{"status_code":10202}}', "unreachable"],
    [200, "", "malformed"],
    [200, "<!doctype html>", "malformed"],
    [200, "[1]", "malformed"],
    [200, "null", "malformed"],
    [200, '{"data":{}}', "malformed"],
    [200, '{"code":0,"data":', "malformed"],
    [200, '{"code":null,"data":{}}', "unreachable"],
  ])("HTTP %s with %s is %s", (status, text, fault) => {
    const decoded = decodeAnswer(status, text);
    expect(decoded.ok ? null : decoded.error.kind).toBe(fault);
  });

  test.each([
    ['{"live":true}', null],
    ['[{"id":1}]', null],
    ['{"code":200,"live":1}', null],
    ['{"code":"ok"}', null],
    ['{"code":null}', null],
    ['{"code":401}', "unreachable"],
    ['{"code":"-1"}', "unreachable"],
    ['{"data":{"status_code":7}}', "unreachable"],
    ["7", "malformed"],
    ["", "malformed"],
  ])("of an operation that somebody configured %s is %s", (text, fault) => {
    const decoded = decodeAnswer(200, text, undefined, { enveloped: false, decode: [] });
    expect(decoded.ok ? null : decoded.error.kind).toBe(fault);
  });

  test("integers beyond 2^53 keep their digits, strings and decimals stay unchanged", () => {
    const decoded = decodeAnswer(
      200,
      '{"code":0,"data":{"id":6843198199583378191,"text":"1234567890123456789","x":0.1234567890123456789}}',
    );
    expect(decoded.ok && pointed(decoded.value, "/data")).toEqual({
      id: "6843198199583378191",
      text: "1234567890123456789",
      x: 0.12345678901234568,
    });
  });

  test("no fault contains text of the service", () => {
    const decoded = decodeAnswer(200, '{"code":"secret-text","data":{}}');
    expect(JSON.stringify(decoded)).not.toContain("secret");
  });
});

test.each([
  [null, undefined],
  ["30", 30],
  ["1.5", 1.5],
  ["0", 0],
  ["999999999", 86_400],
  ["Mon, 05 Jan 2026 12:01:00 GMT", 60],
  ["Mon, 05 Jan 2026 11:00:00 GMT", 0],
  ["soon", undefined],
])("Retry-After %s waits %s seconds", (header, seconds) => {
  expect(retryAfterOf(header, Date.UTC(2026, 0, 5, 12))).toBe(seconds);
});

describe("texts that hold JSON", () => {
  const read = (body: unknown, decode: string[]) =>
    decodeAnswer(200, JSON.stringify(body), undefined, { enveloped: false, decode });

  test("are decoded in order, one within another", () => {
    const inner = JSON.stringify({ live: JSON.stringify([{ id: "7" }]), __proto__x: 1 });
    expect(read({ code: 0, data: inner, keep: "1" }, ["/data", "/data/live"])).toEqual(
      ok({ code: 0, data: { live: [{ id: "7" }], __proto__x: 1 }, keep: "1" }),
    );
  });

  test("keep digits beyond 2^53", () => {
    expect(read({ data: '{"id":7457312345678901234}' }, ["/data"])).toEqual(
      ok({ data: { id: "7457312345678901234" } }),
    );
  });

  test.each([[{}], [{ data: null }], [{ data: "" }], [{ data: { a: 1 } }]])("%j has none: nothing changes", (body) => {
    expect(read(body, ["/data", "/data/0/x"])).toEqual(ok(body));
  });

  test("a text that is not JSON is malformed, and says where", () => {
    expect(read({ data: "<html>" }, ["/data"])).toMatchObject({ error: { kind: "malformed", path: "/data" } });
  });

  test("a failure inside the text counts", () => {
    expect(read({ data: '{"status_code":7}' }, ["/data"])).toMatchObject({ error: { kind: "unreachable" } });
  });

  test("no key reaches the prototype", () => {
    const answer = decodeAnswer(200, '{"__proto__":"{}","x":1}', undefined, {
      enveloped: false,
      decode: ["/__proto__"],
    });
    expect(Object.getPrototypeOf((answer as { value: object }).value)).toBe(Object.prototype);
  });
});
