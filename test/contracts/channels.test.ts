import fc from "fast-check";
import { describe, expect, test } from "vitest";
import { API_BASES } from "../../src/channels/api-bases.ts";
import type { OutboundAnswer, Reporting, Sending } from "../../src/channels/kind.ts";
import { channelKinds } from "../../src/channels/registry.ts";
import { junk, sending } from "../support/generated-messages.ts";
import { reporting } from "../support/generated-reports.ts";
import { bodyOf, limits, stringsIn } from "../support/limits.ts";
import { uninvited } from "../support/uninvited.ts";
import { runs } from "../support/runs.ts";
import { PUBLIC_ONLY } from "../../src/core/public-url.ts";

const numRuns = runs(40_000, 300);
const timeout = process.env["LONG"] ? 3_600_000 : 60_000;
const reportRuns = runs(5_000, 150);
const TOKEN = "ZaQ1xSw2CdE3vFr4BgT5nHy6MjU7kI8l";
const SECRET = "whsec_MfKQ9r8GKYqrTwjUPD8ILPZIo2LaLaSwMfKQ9r8GKYo=";
const OLD_SECRET = "whsec_b2xkIG9sZCBvbGQgb2xkIG9sZCBvbGQgb2xkIG9sZCE=";

/** Settings of a kind, what of them is secret, and how it names a message that it can edit. */
const examples: Record<string, { settings: object; secrets: string[]; ref?: string }> = {
  slack: {
    settings: { url: `https://hooks.slack.com/services/T0001/B0002/${TOKEN}` },
    secrets: [TOKEN, "B0002"],
  },
  discord: {
    settings: { url: `https://discord.com/api/webhooks/123456789/${TOKEN}`, threadId: "42" },
    secrets: [TOKEN, "123456789"],
    ref: "1234",
  },
  webhook: {
    settings: { url: `https://hooks.example.com/in/${TOKEN}`, secret: SECRET, previousSecret: OLD_SECRET },
    secrets: [TOKEN, SECRET, OLD_SECRET],
  },
  "slack-bot": {
    settings: { token: `xoxb-1111-2222-${TOKEN}`, channel: "C012AB" },
    secrets: [TOKEN, "1111", "2222"],
    ref: "C012AB:1767614400.000100",
  },
  "discord-bot": {
    settings: { token: `MTIzNDU2Nzg5.Gabcde.${TOKEN}`, channelId: "55", threadId: "42" },
    secrets: [TOKEN, "MTIzNDU2Nzg5", "Gabcde"],
    ref: "1234",
  },
};

describe.each(Object.entries(channelKinds))("the channel kind %s", (name, kind) => {
  const { settings, secrets, ref = null } = examples[name]!;

  test("has its name, takes its example and refuses what it does not know", () => {
    expect(kind.kind).toBe(name);
    expect(kind.settings(PUBLIC_ONLY).parse(settings)).toEqual(settings);
    expect(kind.settings(PUBLIC_ONLY).safeParse({ ...settings, more: 1 }).success).toBe(false);
  });

  test("names what it can edit", () => expect(ref !== null).toBe(kind.edits));

  test("shows no secret in its mask", () => {
    const shown = JSON.stringify(kind.mask(settings));
    for (const secret of secrets) expect(shown).not.toContain(secret);
    for (const secret of secrets) expect(shown).not.toContain(secret.slice(-6));
  });

  test("stays inside every limit, calls nobody unasked and stays readable, whatever it has to say", { timeout }, () => {
    fc.assert(
      fc.property(sending(kind.groups), ({ editing, ...given }) => {
        const edit = editing ? ref : null;
        const whole: Sending<unknown> = { ...given, settings, edit, bases: API_BASES };
        const request = kind.render(whole);
        const body = bodyOf(request);
        expect(limits[name]!(request)).toEqual([]);
        for (const part of stringsIn(body)) expect(part.isWellFormed()).toBe(true);
        if (name === "webhook") return;
        for (const part of stringsIn(body)) expect(part).not.toMatch(/(?!\n)\p{Cc}|[\u202a-\u202e\u2066-\u2069]/u);
        expect(uninvited(name, body, edit === null ? given.message.mentions : [])).toEqual([]);
      }),
      { numRuns },
    );
  });

  test("says the same twice, the wall clock aside", { timeout }, () => {
    fc.assert(
      fc.property(sending(kind.groups), ({ editing, ...given }) => {
        const whole: Sending<unknown> = { ...given, settings, edit: editing ? ref : null, bases: API_BASES };
        expect(kind.render(whole)).toEqual(kind.render(structuredClone(whole)));
      }),
      { numRuns: Math.ceil(numRuns / 10) },
    );
  });

  test("tells any digest inside every limit, calling nobody and giving nothing away", { timeout }, () => {
    const hidden = secrets.filter((secret) => secret.length > 8);
    fc.assert(
      fc.property(reporting, (given) => {
        const whole: Reporting<unknown> = { ...given, settings, bases: API_BASES };
        const request = kind.report(whole);
        const body = bodyOf(request);
        expect(request.method).toBe("POST");
        expect(limits[name]!(request)).toEqual([]);
        expect(request.files === undefined || (kind.pictures === "file" && !given.plain)).toBe(true);
        for (const secret of hidden) expect(request.body).not.toContain(secret);
        for (const part of stringsIn(body)) expect(part.isWellFormed()).toBe(true);
        if (name === "webhook") return;
        for (const part of stringsIn(body)) expect(part).not.toMatch(/(?!\n)\p{Cc}|[\u202a-\u202e\u2066-\u2069]/u);
        expect(uninvited(name, body, [])).toEqual([]);
        expect(kind.report(whole).body).toBe(request.body);
      }),
      { numRuns: reportRuns },
    );
  });

  test("makes sense of any answer", { timeout }, () => {
    fc.assert(
      fc.property(junk, fc.constantFrom(null, ref), fc.boolean(), (answer: OutboundAnswer, edit, plain) => {
        const outcome = kind.judge(answer, { edit, plain });
        if (outcome.kind === "sent") expect(outcome.pauseSeconds).toBeGreaterThanOrEqual(0);
        if (outcome.kind === "sent") expect(answer.status).toBeGreaterThanOrEqual(200);
        else expect(outcome.reason).toMatch(/^[\w ():',.-]{1,120}$/);
        if (outcome.kind === "later" && outcome.afterSeconds !== null) {
          expect(outcome.afterSeconds).toBeGreaterThanOrEqual(0);
          expect(outcome.afterSeconds).toBeLessThanOrEqual(86_400);
        }
        if (outcome.kind === "sent" && outcome.ref !== null) expect(outcome.ref).toMatch(/^[\w:.]{1,60}$/);
        if (outcome.kind === "vanished") expect(edit).not.toBe(null);
        if (plain) expect(outcome.kind).not.toBe("reformat");
      }),
      { numRuns },
    );
  });
});

const withUrl = Object.keys(channelKinds).filter((name) => "url" in examples[name]!.settings);

test.each(withUrl)("%s takes a URL of this machine where that is allowed, and no other private one", (name) => {
  const taken = (local: boolean, url: string) =>
    channelKinds[name]!.settings({ local, own: null }).safeParse({ ...examples[name]!.settings, url }).success;
  expect(taken(false, "http://127.0.0.1:9/x")).toBe(false);
  expect(taken(true, "http://127.0.0.1:9/x")).toBe(true);
  expect(taken(true, "http://192.168.0.1:9/x")).toBe(false);
});
