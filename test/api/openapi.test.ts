import { afterAll, beforeAll, expect, test } from "vitest";
import { routes } from "../../src/edges/http/routes/routes.ts";
import { runApi, type RunningApi } from "./running-api.ts";

let api: RunningApi;
beforeAll(async () => {
  api = await runApi();
});
afterAll(() => api.stop());

test("the document lists every operation with its errors as problems, and how to sign in", async () => {
  const document = (await api.call("GET", "/openapi.json")).body;
  expect(document.openapi).toBe("3.1.0");
  expect(document.components.securitySchemes.bearer).toEqual({ type: "http", scheme: "bearer" });
  const names = new Set<string>();
  for (const { method, path, scope, status, body } of routes) {
    const operation = document.paths[path][method];
    names.add(operation.operationId);
    expect(operation.responses[status]).toBeDefined();
    expect(operation.security ?? null).toEqual(scope === "public" ? null : [{ bearer: [] }]);
    for (const [code, answer] of Object.entries<{ content?: object }>(operation.responses)) {
      if (Number(code) >= 400 && path !== "/healthz")
        expect(Object.keys(answer.content!)).toEqual(["application/problem+json"]);
    }
    if (body !== undefined) expect(operation.requestBody.content["application/json"].example).toBeDefined();
  }
  expect(names.size).toBe(routes.length);
});

test("every reference of the document leads somewhere", async () => {
  const text = JSON.stringify((await api.call("GET", "/openapi.json")).body);
  const { components } = JSON.parse(text);
  for (const [, name] of text.matchAll(/"#\/components\/schemas\/(\w+)"/g))
    expect(components.schemas).toHaveProperty(name!);
});

test("the examples of the document are taken as they are", async () => {
  for (const { body, method, path, status } of routes) {
    if (body === undefined || method !== "post" || /^\/v1\/(subscriptions|digests)/.test(path)) continue;
    const sent = await api.call("POST", path, body.example);
    expect([path, sent.status]).toEqual([path, status]);
  }
});

test("the page shows every operation, and loads and runs nothing that is not its own", async () => {
  const response = await api.fetch("/docs", {}, null);
  expect(response.headers.get("content-type")).toBe("text/html; charset=utf-8");
  const page = await response.text();
  for (const { operation, summary } of routes) {
    expect(page).toContain(`id="${operation}"`);
    expect(page).toContain(summary.replaceAll("'", "&#39;"));
  }
  const policy = response.headers.get("content-security-policy")!;
  const nonce = /script-src 'nonce-([^']+)'/.exec(policy)![1]!;
  expect(policy).toContain("default-src 'none'");
  expect(policy).not.toContain("unsafe");
  expect(page.match(/<(script|style)\b[^>]*>/g)).toEqual([`<style nonce="${nonce}">`, `<script nonce="${nonce}">`]);
  expect(page).not.toMatch(/(src|href)="(https?:)?\/\//);
  const again = (await api.fetch("/docs", {}, null)).headers.get("content-security-policy");
  expect(again).not.toBe(policy);
});
