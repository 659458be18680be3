import { apiAddresses } from "../../test/support/api-addresses.ts";
import { HOST, OWN } from "../../test/support/jar.ts";
import { FORM_TYPE, largeBody } from "../../test/support/http-server.ts";
import { pageAddresses } from "../../test/support/page-addresses.ts";
import { formsIn } from "../../test/support/page-forms.ts";
import { bundled } from "../worker.ts";
import type { Registry } from "./registry.ts";
import type { Callers, Send } from "./world.ts";
import { writesOf } from "./writes.ts";

export const CALLERS = ["anonymous", "feed key", "read", "write"] as const;
export type Caller = (typeof CALLERS)[number];

/** A request that can be sent repeatedly. */
export interface Requested {
  caller: Caller;
  what: string;
  make: () => Request;
}

const JSON_TYPE = "application/json";

const plain = (
  caller: Caller,
  address: string,
  headers: Record<string, string>,
  what = `GET ${address}`,
): Requested => ({
  caller,
  what,
  make: () => new Request(HOST + address, { headers }),
});

const sent = (
  caller: Caller,
  { method, address, body }: { method: string; address: string; body?: string | undefined },
  headers: Record<string, string>,
  what = `${method} ${address}`,
): Requested => ({
  caller,
  what,
  make: () => new Request(HOST + address, { method, headers, ...(body === undefined ? {} : { body }) }),
});

/** Anonymous requests: every route and page with a 12 MB body, and public ones as intended. */
function anonymous({ routes, pages }: Registry): Requested[] {
  const addressed = (path: string) => path.replaceAll(/\{\w+\}/g, "none");
  const refused = (method: string, path: string, headers: Record<string, string>): Requested => ({
    caller: "anonymous",
    what: `${method} ${path}`,
    make: () =>
      new Request(HOST + addressed(path), {
        method,
        headers,
        ...(method === "GET" ? {} : { body: largeBody(headers["content-type"]!), duplex: "half" }),
      } as RequestInit),
  });
  const token = { authorization: `Bearer ${"x".repeat(60)}`, "content-type": JSON_TYPE };
  const [html, form] = [{ accept: "text/html" }, { "content-type": FORM_TYPE, ...OWN }];
  return [
    ...routes.map(({ method, path, scope }) => refused(method.toUpperCase(), path, scope === "public" ? html : token)),
    ...pages.map(({ method, path }) => refused(method.toUpperCase(), path, method === "get" ? html : form)),
    plain("anonymous", "/problems/conflict", html),
    ...["/feeds/live.ics", "/shared"].map((path) => plain("anonymous", `${path}?key=${"x".repeat(52)}`, html)),
    sent("anonymous", { method: "POST", address: "/sign-in", body: `token=${"x".repeat(60_000)}` }, form),
  ];
}

const isShared = (path: string): boolean => /^\/(feeds|badge|pictures|shared)/.test(path);

/** Lists and reports in their longer formats. */
const MORE = [
  "/v1/export",
  "/v1/export?format=yaml",
  ...["json", "csv", "xlsx", "html"].map((format) => `/v1/reports/airtime?period=lastMonth&format=${format}`),
  "/v1/events?format=csv",
  "/v1/sessions?format=csv",
];

const shortened = (address: string, { feed }: Callers): string =>
  address
    .replace(feed, "…")
    .replaceAll(/:\d\d:\d\d\.\d+Z/g, "")
    .slice(0, 90);

/** Every GET of the API and the pages within a scope. */
function reads(caller: "read" | "write", callers: Callers, paths: { api: string[]; pages: string[] }): Requested[] {
  const [api, cookie] = [{ authorization: `Bearer ${callers.tokens[caller]}` }, { cookie: callers.cookies[caller] }];
  const get = (address: string, headers: Record<string, string>) =>
    plain(caller, address, headers, `GET ${shortened(address, callers)}`);
  return [
    ...paths.api.map((address) => get(address, api)),
    ...paths.pages.map((address) => get(address, { ...cookie, accept: "text/html" })),
  ];
}

/** Every form of every page as rendered, each button once, deletions last. */
async function forms(callers: Callers, addresses: string[], send: Send): Promise<Requested[]> {
  const headers = { cookie: callers.cookies.write, accept: "text/html" };
  const found = new Map<string, Requested>();
  for (const address of addresses) {
    const text = await (await send(new Request(HOST + address, { headers }))).text();
    for (const { action, fields } of formsIn(address, text)) {
      const name = `POST ${action.replaceAll(/\/[a-z]+_[0-9a-z_]+/g, "/{id}")} (form)`;
      const own = { ...headers, ...OWN, "content-type": FORM_TYPE };
      const key = /name="formKey" value="(\w+)"/.exec(text)?.[1] ?? "";
      const body = new URLSearchParams([["formKey", key], ...fields]).toString();
      if (!/^\/(sign-out|settings\/forget)/.test(action) && !found.has(name))
        found.set(name, sent("write", { method: "POST", address: action, body }, own, name));
    }
  }
  const last = ({ what }: Requested): number => Number(/delete|forget|end \(/.test(what));
  return [...found.values()].sort((a, b) => last(a) - last(b));
}

/** Every request of every caller, reads first. */
export async function allRequested(callers: Callers, now: number, send: Send): Promise<Requested[]> {
  const { registry } = await bundled<typeof import("./registry.ts")>("bench/costs/registry.ts");
  const { routes, pages } = registry;
  const scopes = new Map(routes.map(({ path, method, scope }) => [`${method} ${path}`, scope]));
  const all = apiAddresses(callers.feed);
  const ofApi = Object.keys(all).filter((path) => ["read", "public"].includes(scopes.get(`get ${path}`)!));
  const api = [...ofApi.filter((path) => !isShared(path)).flatMap((path) => all[path]!), ...MORE];
  const ofPages = pages.filter(({ method, path }) => method === "get" && !path.includes("{")).map(({ path }) => path);
  const known = { ...Object.fromEntries(ofPages.map((path) => [path, [path]])), ...pageAddresses(callers.feed) };
  const displayed = Object.entries(known).flatMap(([path, some]) => (isShared(path) ? [] : some));
  const shared = [...Object.entries(all), ...Object.entries(known)].flatMap(([path, some]) =>
    isShared(path) ? some : [],
  );
  const bearer = (scope: "read" | "write") => ({
    authorization: `Bearer ${callers.tokens[scope]}`,
    "content-type": JSON_TYPE,
  });
  const exported = await (await send(new Request(`${HOST}/v1/export`, { headers: bearer("read") }))).text();
  const writes = writesOf(now, exported);
  return [
    ...anonymous(registry),
    ...shared.map((address) => plain("feed key", address, {}, `GET ${shortened(address, callers)}`)),
    ...reads("read", callers, { api, pages: displayed }),
    sent(
      "read",
      writes.find(({ address }) => address.endsWith("dryRun=true"))!,
      bearer("read"),
    ),
    ...(await forms(callers, displayed, send)),
    ...writes.map((write) => sent("write", write, bearer("write"))),
  ];
}
