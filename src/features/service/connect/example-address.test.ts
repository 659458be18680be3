import * as fc from "fast-check";
import { describe, expect, test } from "vitest";
import { runs } from "../../../../test/support/runs.ts";
import { requestedAt } from "./example-address.ts";
import { personIn } from "./person.ts";

const maria = personIn("7012")!;

test.each(["\u0000", "\u001b", "\u0085", "\ud800"])("an address with what nobody can see is refused: %j", (bad) => {
  const found = requestedAt({ address: `https://s.test/live${bad}x?uid=7012`, body: "" }, [maria], "");
  expect(found).toEqual({ ok: false, error: expect.stringContaining("invisible characters") });
});

describe("an example of a request to a service", () => {
  const both = [maria, personIn("@lena")!];
  const requested = (address: string, base = "", body = "") => {
    const found = requestedAt({ address, body }, both, base);
    return found.ok ? found.value : found.error;
  };
  test.each<[address: string, baseUrl: string, path: string, query: Record<string, string>]>([
    [
      "https://s.test/api/x/live?uid=7012&room=7&key=a",
      "https://s.test",
      "/api/x/live",
      { uid: "{userId}", room: "{roomId}", key: "a" },
    ],
    ["https://s.test/api//live/7012/state", "https://s.test", "/api//live/{userId}/state", {}],
    ["GET https://s.test/live/{userId}", "https://s.test", "/live/{userId}", {}],
    ["curl 'https://s.test/live?user=@lena'", "https://s.test", "/live", { user: "@{handle}" }],
    ["https://s.test/live?unique_id=somebody", "https://s.test", "/live", { unique_id: "{handle}" }],
    ["s.test/live?uid=7012", "https://s.test", "/live", { uid: "{userId}" }],
    ["localhost:8080/live?uid=7012", "http://localhost:8080", "/live", { uid: "{userId}" }],
    ["https://s.test/live?q=123456&v=2", "https://s.test", "/live", { q: "{userId}", v: "2" }],
    ["https://s.test/live?uid=YOUR_USER_ID", "https://s.test", "/live", { uid: "{userId}" }],
    ["https://s.test/v{x}/live?uid=1", "https://s.test", "/v%7Bx%7D/live", { uid: "{userId}" }],
  ])("%s", (address, baseUrl, path, query) => {
    expect(requested(address)).toEqual({ baseUrl, asked: { method: "GET", path, query, body: {} } });
  });

  test("within the known address, and by POST with a body", () => {
    expect(requested("/x?uid=5", "https://s.test/proxy/")).toMatchObject({
      baseUrl: "https://s.test/proxy",
      asked: { path: "/x" },
    });
    expect(requested("https://s.test/proxy/x?uid=5", "https://s.test/proxy")).toMatchObject({
      baseUrl: "https://s.test/proxy",
      asked: { path: "/x" },
    });
    expect(requested("https://s.test/x", "", '{"anchor":7012,"fmt":"j"}')).toMatchObject({
      asked: { method: "POST", path: "/x", body: { anchor: "{userId}", fmt: "j" } },
    });
  });

  test.each([
    ["https://s.test/live", "", "no part of it names the creator"],
    ["nonsense", "", "must be an address"],
    ["https://me:secret@s.test/live?uid=1", "", "remove the user name and the password"],
    ["https://s.test/live", "[1]", "must be a JSON object"],
    ["https://s.test/live", "{", "is not JSON"],
  ])("%s with %s is rejected", (address, body, reported) => {
    expect(requested(address, "", body)).toContain(reported);
  });

  test("any pasted text is handled without throwing", () => {
    fc.assert(
      fc.property(fc.constantFrom("", "https://s.test/", "/x?"), fc.string({ maxLength: 40 }), (begin, address) => {
        expect(() => requestedAt({ address: begin + address, body: address }, both, "")).not.toThrow();
      }),
      { numRuns: runs(300) },
    );
  });
});
