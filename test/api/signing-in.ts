import { expect } from "vitest";
import type { Env } from "../../src/wiring/compose-environment.ts";
import { Jar, OWN } from "../support/jar.ts";
import type { RunningApi } from "./running-api.ts";

/** What a browser calls itself, and its name in plain words. */
export const FIREFOX = "Mozilla/5.0 (Windows NT 10.0; Win64; x64; rv:140.0) Gecko/20100101 Firefox/140.0";

export const statusOf = async (jar: Jar, path = "/settings") => (await jar.open(path)).status;

/** Signs in to an API, and asks it who is. */
export function signingIn(running: () => RunningApi) {
  const nobody = () => new Jar((request) => running().send(request));
  const signedIn = async (token = running().env["ADMIN_TOKEN"] as string, from: Record<string, string> = {}) => {
    const jar = nobody();
    expect((await jar.send("/sign-in", { token, stay: "true" }, { ...OWN, ...from })).status).toBe(303);
    return jar;
  };
  /** The same browser, where the environment has other values. */
  const withEnv = (jar: Jar, more: object): Jar => {
    const env = { ...running().env, ...more } as unknown as Env;
    return jar.through((request) => running().send(request, env));
  };
  const listed = async () => (await running().call("GET", "/v1/sign-ins?limit=200")).body.items;
  const tokenOf = async (scope: string) => {
    const { body } = await running().call("POST", "/v1/tokens", { name: `for ${scope}`, scopes: [scope] });
    return body as { id: string; token: string };
  };
  /** The audit log: what was done, to what, and with which status. */
  const audited = async () => {
    const { items } = (await running().call("GET", "/v1/audit?limit=200")).body;
    return items.map((one: any) => [one.operation, one.subject, one.status]);
  };
  return { nobody, signedIn, withEnv, listed, tokenOf, audited };
}
