import { createHmac, generateKeyPairSync, sign, type KeyObject } from "node:crypto";
import { beforeEach, describe, expect, test } from "vitest";
import { emailIn } from "./assertion.ts";
import { AccessKeys } from "./keys.ts";

const TEAM = "example.cloudflareaccess.com";
const AUD = "a".repeat(64);
const NOW = 1_800_000_000_000;
const HOUR = 3_600_000;

const pair = () => generateKeyPairSync("rsa", { modulusLength: 2048 });
const [ours, theirs, next] = [pair(), pair(), pair()];

const jwkOf = (key: KeyObject, kid: string) => ({ kid, alg: "RS256", use: "sig", ...key.export({ format: "jwk" }) });
const part = (value: unknown) => Buffer.from(JSON.stringify(value)).toString("base64url");

const CLAIMS = {
  iss: `https://${TEAM}`,
  aud: [AUD],
  email: "Alex@Example.com",
  iat: NOW / 1000,
  nbf: NOW / 1000,
  exp: NOW / 1000 + 60,
};

function signed(claims: object, key = ours.privateKey, header: object = { alg: "RS256", kid: "one" }): string {
  const text = `${part(header)}.${part(claims)}`;
  return `${text}.${sign("sha256", Buffer.from(text), key).toString("base64url")}`;
}

let published: object[] | null;
let fetched: string[];
beforeEach(() => {
  published = [jwkOf(ours.publicKey, "one")];
  fetched = [];
});

const fetcher = (async (address: string) => {
  fetched.push(address);
  if (published === null) throw new Error("unreachable");
  const body = new ReadableStream({
    type: "bytes",
    start(controller) {
      controller.enqueue(new TextEncoder().encode(JSON.stringify({ keys: published })));
      controller.close();
    },
  });
  // Node's readers have no readAtLeast, which the platform's have.
  const reader = body.getReader({ mode: "byob" }) as never as { read(view: Uint8Array): Promise<unknown> };
  return {
    status: 200,
    body: {
      getReader: () => ({ readAtLeast: (_: number, view: Uint8Array) => reader.read(view), cancel: async () => {} }),
    },
  };
}) as unknown as typeof fetch;

const keys = () => new AccessKeys(TEAM);
const ask = (assertion: string, now = NOW, of = keys()) =>
  emailIn(assertion, { team: TEAM, audience: AUD }, of.keyOf(fetcher, now), now);

const refused = (error: string) => ({ ok: false, error });

test("an assertion of the team for this application vouches for an address", async () => {
  expect(await ask(signed(CLAIMS))).toEqual({ ok: true, value: "alex@example.com" });
  expect(await ask(signed({ ...CLAIMS, aud: AUD }))).toEqual({ ok: true, value: "alex@example.com" });
  expect(fetched[0]).toBe(`https://${TEAM}/cdn-cgi/access/certs`);
});

describe("attacks", () => {
  const secret = ours.publicKey.export({ format: "pem", type: "spki" });
  const withHmac = () => {
    const text = `${part({ alg: "HS256", kid: "one" })}.${part(CLAIMS)}`;
    return `${text}.${createHmac("sha256", secret).update(text).digest("base64url")}`;
  };
  const [head, body, signature] = signed(CLAIMS).split(".") as [string, string, string];

  test.each([
    ["no algorithm", `${part({ alg: "none", kid: "one" })}.${body}.`],
    ["no algorithm, with a signature", signed(CLAIMS, ours.privateKey, { alg: "none", kid: "one" })],
    ["HS256 with the public key", withHmac()],
    ["another algorithm's name", signed(CLAIMS, ours.privateKey, { alg: "RS512", kid: "one" })],
    ["another key", signed(CLAIMS, theirs.privateKey)],
    ["another key under its own ID", signed(CLAIMS, theirs.privateKey, { alg: "RS256", kid: "two" })],
    [
      "a key in its header",
      signed(CLAIMS, theirs.privateKey, { alg: "RS256", kid: "one", jwk: jwkOf(theirs.publicKey, "one") }),
    ],
    ["a critical extension", signed(CLAIMS, ours.privateKey, { alg: "RS256", kid: "one", crit: ["b64"], b64: false })],
    ["no key ID", signed(CLAIMS, ours.privateKey, { alg: "RS256" })],
    ["changed claims", `${head}.${part({ ...CLAIMS, email: "owner@example.com" })}.${signature}`],
    ["two headers, as the platform joins them", `${signed(CLAIMS)}, ${signed(CLAIMS)}`],
    ["no end", signed({ ...CLAIMS, exp: undefined })],
    ["an end that is a text", signed({ ...CLAIMS, exp: "9999999999" })],
    ["something longer than any assertion", signed({ ...CLAIMS, more: "x".repeat(20_000) })],
    ["nothing", ""],
    ["no JWT", "Bearer x"],
    ["claims that are no object", signed([CLAIMS])],
  ])("%s is refused", async (_, assertion) => {
    expect(await ask(assertion)).toEqual(refused("invalid"));
  });

  test.each([
    ["another team", { ...CLAIMS, iss: "https://evil.cloudflareaccess.com" }, "other-application"],
    ["another application", { ...CLAIMS, aud: ["b".repeat(64)] }, "other-application"],
    ["no application", { ...CLAIMS, aud: undefined }, "other-application"],
    ["an end that has passed", { ...CLAIMS, exp: NOW / 1000 }, "expired"],
    ["a beginning to come", { ...CLAIMS, nbf: NOW / 1000 + 120 }, "expired"],
    ["a service token", { ...CLAIMS, email: undefined, common_name: "x.access" }, "no-email"],
    ["an address that is none", { ...CLAIMS, email: "" }, "no-email"],
  ])("%s is refused, and says so", async (_, claims, error) => {
    expect(await ask(signed(claims))).toEqual(refused(error));
  });
});

describe("keys", () => {
  test("are fetched once an hour", async () => {
    const of = keys();
    for (let minute = 0; minute < 60; minute++) {
      const now = NOW + minute * 60_000;
      const claims = { ...CLAIMS, exp: now / 1000 + 60 };
      expect((await ask(signed(claims), now, of)).ok).toBe(true);
    }
    expect(fetched.length).toBe(1);
    await ask(signed({ ...CLAIMS, exp: (NOW + HOUR) / 1000 + 60 }), NOW + HOUR, of);
    expect(fetched.length).toBe(2);
  });

  test("that are rotated are found, and unknown ones cause a fetch each five minutes at most", async () => {
    const of = keys();
    await ask(signed(CLAIMS), NOW, of);
    published = [jwkOf(next.publicKey, "next"), jwkOf(ours.publicKey, "one")];
    const rotated = (now: number) =>
      ask(signed({ ...CLAIMS, exp: now / 1000 + 60 }, next.privateKey, { alg: "RS256", kid: "next" }), now, of);
    expect(await rotated(NOW + 60_000)).toEqual(refused("invalid"));
    expect((await rotated(NOW + 300_000)).ok).toBe(true);
    for (let second = 0; second < 299; second++)
      await ask(
        signed(CLAIMS, theirs.privateKey, { alg: "RS256", kid: `k${second}` }),
        NOW + 300_000 + second * 1000,
        of,
      );
    expect(fetched.length).toBe(2);
  });

  test("that can't be fetched let nobody in, and are not asked for again for half a minute", async () => {
    const of = keys();
    published = null;
    for (let second = 0; second < 30; second++)
      expect(await ask(signed(CLAIMS), NOW + second * 1000, of)).toEqual(refused("unreachable"));
    expect(fetched.length).toBe(1);
    published = [jwkOf(ours.publicKey, "one")];
    expect((await ask(signed(CLAIMS), NOW + 30_000, of)).ok).toBe(true);
  });

  test("that are older than an hour count for nothing, though the new ones can't be fetched", async () => {
    const of = keys();
    await ask(signed(CLAIMS), NOW, of);
    published = null;
    const later = NOW + HOUR;
    expect(await ask(signed({ ...CLAIMS, exp: later / 1000 + 60 }), later, of)).toEqual(refused("unreachable"));
  });

  test.each([
    ["no keys", []],
    ["only keys of another kind", [{ kid: "one", kty: "oct", k: "c2VjcmV0" }]],
    ["keys for encryption", [{ ...jwkOf(ours.publicKey, "one"), use: "enc" }]],
    ["a key that is damaged", [{ kid: "one", kty: "RSA", n: 7 }]],
  ])("an answer with %s lets nobody in", async (_, answer) => {
    published = answer;
    expect(await ask(signed(CLAIMS))).toEqual(refused("unreachable"));
  });
});
