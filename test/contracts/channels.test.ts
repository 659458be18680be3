import fc from "fast-check";
import { describe, expect, test } from "vitest";
import { API_BASES } from "../../src/channels/bases.ts";
import type { OutboundAnswer, Reporting, Sending } from "../../src/channels/kind.ts";
import { channelKinds } from "../../src/channels/registry.ts";
import { junk, sending } from "../support/generated-messages.ts";
import { reporting } from "../support/generated-reports.ts";
import { bodyOf, stringsIn } from "../../src/channels/limits.ts";
import { everyKind, exampleOf, isChat, limitsOf, receiverOf, uninvited } from "../support/channel-kinds.ts";
import { runs } from "../support/runs.ts";
import { PUBLIC_ONLY } from "../../src/core/public-url.ts";

const numRuns = runs(40_000, 80);
const timeout = process.env["LONG"] ? 3_600_000 : 60_000;
const reportRuns = runs(5_000, 40);
const without = (settings: object, name: string) =>
  Object.fromEntries(Object.entries(settings).filter(([one]) => one !== name));

describe.each(everyKind)("the channel kind %s", (name, kind) => {
  const { settings, secrets, ref = null } = exampleOf(name);

  test("has its name, accepts its example and rejects unknown settings", () => {
    expect(kind.kind).toBe(name);
    expect(kind.settings(PUBLIC_ONLY).parse(settings)).toEqual(settings);
    expect(kind.settings(PUBLIC_ONLY).safeParse({ ...settings, more: 1 }).success).toBe(false);
  });

  test("is declared completely in its own folder", () => {
    expect(limitsOf(name).problems).toBeTypeOf("function");
    expect(receiverOf(name).path).toMatch(/^[a-z-]+$/);
    expect(kind.where).toMatch(/\S/);
    for (const setting of Object.keys(settings))
      if (kind.labels[setting] === undefined)
        expect(kind.settings(PUBLIC_ONLY).safeParse(without(settings, setting)).success).toBe(true);
    expect(kind.judge({ ...kind.example.took, headers: {}, error: null }, { edit: null, plain: false }).kind).toBe(
      "sent",
    );
  });

  test("names the messages that it can edit", () => expect(ref !== null).toBe(kind.edits));

  test("shows no secret in its mask", () => {
    const displayed = JSON.stringify(kind.mask(settings));
    for (const secret of secrets) expect(displayed).not.toContain(secret);
    for (const secret of secrets) expect(displayed).not.toContain(secret.slice(-6));
  });

  test("stays within every limit, pings nobody unasked and stays readable, whatever the message", { timeout }, () => {
    fc.assert(
      fc.property(sending(kind.groups), ({ editing, ...given }) => {
        const edit = editing ? ref : null;
        const whole: Sending<unknown> = { ...given, settings, edit, bases: API_BASES };
        const request = kind.render(whole);
        const body = bodyOf(request);
        expect(limitsOf(name).problems(request)).toEqual([]);
        for (const part of stringsIn(body)) expect(part.isWellFormed()).toBe(true);
        if (!isChat(name)) return;
        for (const part of stringsIn(body)) expect(part).not.toMatch(/(?!\n)\p{Cc}|[\u202a-\u202e\u2066-\u2069]/u);
        expect(uninvited(name)(body, edit === null ? given.message.mentions : [])).toEqual([]);
      }),
      { numRuns },
    );
  });

  test("renders the same message equally, apart from the wall clock", { timeout }, () => {
    fc.assert(
      fc.property(sending(kind.groups), ({ editing, ...given }) => {
        const whole: Sending<unknown> = { ...given, settings, edit: editing ? ref : null, bases: API_BASES };
        expect(kind.render(whole)).toEqual(kind.render(structuredClone(whole)));
      }),
      { numRuns: Math.ceil(numRuns / 10) },
    );
  });

  test("renders any digest within every limit, pinging nobody and leaking nothing", { timeout }, () => {
    const hidden = secrets.filter((secret) => secret.length > 8);
    fc.assert(
      fc.property(reporting, (provided) => {
        const whole: Reporting<unknown> = { ...provided, settings, bases: API_BASES };
        const request = kind.report(whole);
        const body = bodyOf(request);
        expect(request.method).toBe("POST");
        expect(limitsOf(name).problems(request)).toEqual([]);
        expect(request.files === undefined || (kind.pictures === "file" && !provided.plain)).toBe(true);
        for (const secret of hidden) expect(request.body).not.toContain(secret);
        for (const part of stringsIn(body)) expect(part.isWellFormed()).toBe(true);
        if (!isChat(name)) return;
        for (const part of stringsIn(body)) expect(part).not.toMatch(/(?!\n)\p{Cc}|[\u202a-\u202e\u2066-\u2069]/u);
        expect(uninvited(name)(body, [])).toEqual([]);
        expect(kind.report(whole).body).toBe(request.body);
      }),
      { numRuns: reportRuns },
    );
  });

  test("evaluates any answer", { timeout }, () => {
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

const withUrl = Object.keys(channelKinds).filter((name) => "url" in exampleOf(name).settings);

test.each(withUrl)("%s accepts a URL of this machine where that is allowed, and no other private one", (name) => {
  const taken = (local: boolean, url: string) =>
    channelKinds[name]!.settings({ local, own: null }).safeParse({ ...exampleOf(name).settings, url }).success;
  expect(taken(false, "http://127.0.0.1:9/x")).toBe(false);
  expect(taken(true, "http://127.0.0.1:9/x")).toBe(true);
  expect(taken(true, "http://192.168.0.1:9/x")).toBe(false);
});

test.each(withUrl)("%s: a pasted address is recognized as this kind, also on this machine", (name) => {
  const { recognizes } = channelKinds[name]!;
  const known = (address: string, local: boolean) =>
    everyKind.find(([, kind]) => kind.recognizes?.(new URL(address), local) === true)?.[0];
  const { url } = exampleOf(name).settings;
  if (isChat(name)) expect(known(url!, false)).toBe(name);
  expect(known(receiverOf(name).settings("http://127.0.0.1:8788")["url"]!, true)).toBe(name);
  expect(recognizes).toBeDefined();
});
