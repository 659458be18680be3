import { afterAll, beforeAll, describe, expect, test } from "vitest";
import { clientOf, NOBODY, trustedIn } from "../../host/runtime/front/client.ts";
import { type Front, openFront } from "../../host/runtime/front/front.ts";
import { isFromFront } from "../../src/wiring/api/from-front.ts";
import { serve, type TestServer } from "../support/http-server.ts";
import { StartError } from "../../host/failure.ts";

describe("who really asks", () => {
  const trusted = trustedIn("127.0.0.1, 10.0.0.0/8,::1 , 2001:db8:1::/48, ::ffff:172.16.0.0/108");
  test.each<[peer: string, forwarded: string | undefined, client: string]>([
    // Nobody who is not trusted says anything.
    ["203.0.113.7", "198.51.100.1", "203.0.113.7"],
    ["::ffff:203.0.113.7", "198.51.100.1", "203.0.113.7"],
    ["2001:db8:2::7", "198.51.100.1", "2001:db8:2::7"],
    ["11.0.0.1", "198.51.100.1", "11.0.0.1"],
    // The rightmost that is no proxy of ours; what stands before it anybody may have written.
    ["127.0.0.1", "198.51.100.1", "198.51.100.1"],
    ["::ffff:127.0.0.1", "6.6.6.6, 198.51.100.1", "198.51.100.1"],
    ["::ffff:7f00:1", "198.51.100.1", "198.51.100.1"],
    ["127.0.0.1", "6.6.6.6, 198.51.100.1, 10.1.2.3, 10.255.0.1", "198.51.100.1"],
    ["::1", "6.6.6.6,2001:db8:2::7 ,2001:db8:1:ffff::9", "2001:db8:2::7"],
    ["172.31.255.255", "198.51.100.1", "198.51.100.1"],
    ["172.32.0.0", "198.51.100.1", "172.32.0.0"],
    // Ports, brackets and mapped addresses.
    ["127.0.0.1", "198.51.100.1:5123", "198.51.100.1"],
    ["127.0.0.1", "[2001:db8:2::7]:5123", "2001:db8:2::7"],
    ["127.0.0.1", "::ffff:198.51.100.1", "198.51.100.1"],
    ["127.0.0.1", "6.6.6.6, ::ffff:10.0.0.9", "6.6.6.6"],
    ["fe80::1%eth0", "198.51.100.1", "fe80::1"],
    // What is no address is no hop: the last that is known counts.
    ["127.0.0.1", undefined, "127.0.0.1"],
    ["127.0.0.1", "", "127.0.0.1"],
    ["127.0.0.1", "198.51.100.1, unknown", "127.0.0.1"],
    ["127.0.0.1", "198.51.100.1, unknown, 10.0.0.1", "10.0.0.1"],
    ["127.0.0.1", "6.6.6.6, 1", "127.0.0.1"],
    ["127.0.0.1", "6.6.6.6, 0x7f.1", "127.0.0.1"],
    ["127.0.0.1", "10.0.0.5, 10.0.0.6", "10.0.0.5"],
    ["127.0.0.1", `${"6.6.6.6,".repeat(2000)}198.51.100.1`, "198.51.100.1"],
  ])("%s with %s is %s", (peer, forwarded, client) => {
    expect(clientOf(peer, forwarded, trusted)).toBe(client);
  });

  test("without proxies nobody is believed", () => {
    for (const none of [NOBODY, trustedIn(""), trustedIn(" , ")])
      expect(clientOf("127.0.0.1", "198.51.100.1", none)).toBe("127.0.0.1");
  });

  test.each([
    "proxy.example",
    "10.0.0.0/33",
    "::1/129",
    "10.0.0.0/-1",
    "10.0.0.0/8/8",
    "1",
    "::ffff:10.0.0.0/95",
    "x/8",
  ])("%s is no proxy, and the start says so", (entry) => {
    expect(() => trustedIn(`127.0.0.1,${entry}`)).toThrow(StartError);
    expect(() => trustedIn(entry)).toThrow(/TRUSTED_PROXIES/);
  });
});

describe("the front", () => {
  const seen: Record<string, string | string[] | undefined>[] = [];
  let behind: TestServer;
  let believing: Front;
  let plain: Front;
  beforeAll(async () => {
    behind = await serve((request, _body, response) => {
      seen.push(request.headers);
      response.end("behind");
    });
    const door = { tick: async () => true, token: "t", open: false };
    believing = await openFront("127.0.0.1", 0, { trusted: trustedIn("127.0.0.1") });
    plain = await openFront("127.0.0.1", 0);
    believing.begin(behind.url, door, { secret: "the-secret" });
    plain.begin(behind.url, door);
  });
  afterAll(() => Promise.all([believing.close(), plain.close(), behind.close()]));

  const requested = async ({ port }: Front, headers: Record<string, string>) => {
    seen.length = 0;
    await (await fetch(`http://127.0.0.1:${port}/x`, { headers })).text();
    return seen[0]!;
  };
  const CLAIMS = {
    "x-forwarded-for": "6.6.6.6, 198.51.100.1",
    "cf-connecting-ip": "6.6.6.6",
    "x-tallylight-front": "made up",
    "x-real-ip": "6.6.6.6",
  };

  test("believes a proxy that is trusted, and passes on none of what it said", async () => {
    const headers = await requested(believing, CLAIMS);
    expect(headers).toMatchObject({ "cf-connecting-ip": "198.51.100.1", "x-tallylight-front": "the-secret" });
    expect(JSON.stringify(headers)).not.toContain("6.6.6.6");
  });

  test("believes nobody else", async () => {
    const headers = await requested(plain, CLAIMS);
    expect(headers["cf-connecting-ip"]).toBe("127.0.0.1");
    expect(headers["x-tallylight-front"]).toBeUndefined();
    expect(JSON.stringify(headers)).not.toContain("6.6.6.6");
  });
});

test("a request is from the front where it has the whole secret; where there is none, all are", () => {
  const from = (secret: string | undefined, provided?: string) =>
    isFromFront(
      new Request("http://x/", { headers: provided === undefined ? {} : { "x-tallylight-front": provided } }),
      secret,
    );
  expect(from(undefined)).toBe(true);
  expect(from("abcd", "abcd")).toBe(true);
  for (const provided of [undefined, "", "a", "abc", "abcde", "abcdabcd", "Abcd", "xxxx"])
    expect(from("abcd", provided)).toBe(false);
});
