import { expect, test } from "vitest";
import { everyKind, exampleOf } from "../../../test/support/channel-kinds.ts";
import type { OutboundAnswer } from "../../channels/kind.ts";
import { channelKinds, hiddenIn } from "../../channels/registry.ts";
import { PUBLIC_ONLY } from "../../core/public-url.ts";
import { exchangeOf } from "./sending.ts";
import { maskedJson, maskerOf } from "./secrets.ts";

const sent = (body: string) => ({ method: "POST" as const, url: "https://example.com/x", headers: {}, body });

const answered = (body: string, headers: Record<string, string> = {}): OutboundAnswer => ({
  status: 400,
  headers,
  body,
  error: null,
});

test.each(everyKind)("no secret of a %s channel is stored, wherever it is echoed", (kind) => {
  const { settings, secrets } = exampleOf(kind);
  const all = JSON.stringify(settings) + JSON.stringify(settings).replaceAll("/", "\\/");
  const stored = JSON.stringify(exchangeOf(sent(all), answered(all, { "x-request-id": all }), { kind, settings }));
  for (const secret of secrets) expect(stored).not.toContain(secret);
});

const TRICKY = ["GENERAL", "CLIVE2027", "C0FFEE", "1234567", "-100200300", "@home-alerts", "#our-topic", "live", "C1"];

test.each(everyKind)("a %s channel's declared secrets are masked, whatever they look like", (kind, declared) => {
  const example = exampleOf(kind).settings;
  let masked = 0;
  for (const [name] of hiddenIn(channelKinds[kind]!, example))
    for (const value of TRICKY) {
      const settings = { ...example, [name]: value };
      if (!declared.settings(PUBLIC_ONLY).safeParse(settings).success) continue;
      masked += 1;
      const body = JSON.stringify({ [name]: value, list: [value] });
      const { request, response } = exchangeOf(sent(body), answered(body), { kind, settings });
      expect([request.body, response!.body]).not.toContain(`"${value}"`);
      expect(JSON.parse(request.body)).toEqual({ [name]: "…", list: ["…"] });
      expect(JSON.parse(response!.body)).toEqual({ [name]: "…", list: ["…"] });
      expect(maskedJson({ [name]: value }, maskerOf(kind, settings))).toEqual({ [name]: "…" });
    }
  expect([kind, kind !== "ntfy" || masked > 4]).toEqual([kind, true]);
});

test.each([
  ["https://discord.com/api/webhooks/1/tokenTOKEN", "tokenTOKEN"],
  ["https://hooks.slack.com/services/T1/B1/abcdef", "abcdef"],
  ["xoxb-1-abc", "xoxb-1"],
  ["whsec_abcd+/==", "abcd+/"],
])("another channel's secret is recognized by its form and masked too: %s", (text, secret) => {
  for (const echo of [text, text.replaceAll("/", "\\/")])
    expect(exchangeOf(sent(""), answered(echo), { kind: "webhook", settings: {} }).response!.body).not.toContain(
      secret,
    );
});

test("the query of an address is masked, even if its path is echoed alone", () => {
  const settings = { url: "https://example.com/in/secret-path?k=key123" };
  for (const echo of ["POST /in/secret-path?k=key123 HTTP/1.1", "404: /in/secret-path", settings.url]) {
    const { response } = exchangeOf(sent(""), answered(echo), { kind: "webhook", settings });
    expect(response!.body).not.toMatch(/secret-path|key123/);
    expect(response!.body).toContain("…");
  }
});

test("bodies are cut at 4 KB without breaking characters, and only explanatory headers are stored", () => {
  const { request, response } = exchangeOf(
    sent("é".repeat(5000)),
    answered("x".repeat(5000), { "retry-after": "7", "set-cookie": "a=b", authorization: "Bearer x" }),
    { kind: "slack-bot", settings: { token: "xoxb-1-abc" } },
  );
  expect(request.body).toBe("é".repeat(2048));
  expect(response).toEqual({ status: 400, headers: { "retry-after": "7" }, body: "x".repeat(4096) });
  expect(
    exchangeOf(sent("a"), { ...answered(""), status: null }, { kind: "webhook", settings: null }).response,
  ).toBeNull();
});

test("a secret that starts with another secret is masked completely", () => {
  const answer = { status: 200, headers: {}, body: "got secret-1-and-more", error: null };
  const request = { method: "POST" as const, url: "https://x.example.com/", headers: {}, body: "" };
  const settings = { secret: "secret-1", previousSecret: "secret-1-and-more" };
  expect(exchangeOf(request, answer, { kind: "webhook", settings }).response?.body).toBe("got …");
});

test("what a channel shows of its settings stays readable, also where it is sent", () => {
  const settings = {
    url: "https://chat.googleapis.com/v1/a?token=abc",
    preset: "google-chat",
    headers: { a: "hidden-1" },
  };
  const { request } = exchangeOf(sent("google-chat hidden-1"), answered(""), { kind: "template", settings });
  expect(request.body).toBe("google-chat …");
});
