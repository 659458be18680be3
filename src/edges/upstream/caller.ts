import type { Fault } from "../../core/fault.ts";
import type { Operation } from "../../core/operation.ts";
import { err, ok, type Result } from "../../core/result.ts";
import type { Exchange } from "../../flows/manage/probe.ts";
import type { Answer, Call } from "../../targets/kind.ts";
import { readCapped } from "../read-capped.ts";
import { decodeAnswer, retryAfterOf } from "./answer.ts";
import { requestOf } from "./request.ts";

export interface UpstreamAccount {
  baseUrl: string;
  username: string;
  password: string;
  timeoutMs: number;
  operations: Map<string, Operation>;
}

/** The largest answer that is read; a page of fifty hashtags has 150 kB. */
const MOST_BYTES = 4 * 1024 * 1024;

/** The one caller of the polled service. Every failure is a fault; none carries a credential or a piece of the payload. */
export const upstreamCaller =
  (account: UpstreamAccount, count: (key: string) => void, fetcher: typeof fetch) =>
  async ({ operation: name, values }: Call): Promise<Result<Answer, Fault>> => {
    const operation = account.operations.get(name);
    if (operation === undefined) {
      return err({ kind: "refused", status: null, detail: `the operation ${name} is not configured` });
    }
    return (await exchange(account, operation, values, count, fetcher)).answer;
  };

/** One call with all that came of it: the answer as it arrived beside what is made of it. */
export async function exchange(
  account: UpstreamAccount,
  operation: Operation,
  values: Call["values"],
  count: (key: string) => void,
  fetcher: typeof fetch,
): Promise<Exchange> {
  const made = requestOf(account.baseUrl, operation, values);
  if (!made.ok) {
    const detail = `not asked: ${made.error.name} ${made.error.message}`;
    const request = { method: operation.method, url: "" };
    return { request, status: null, durationMs: 0, text: "", answer: err({ kind: "refused", status: null, detail }) };
  }
  const request = made.value;
  const headers: Record<string, string> = {
    authorization: basicAuth(account.username, account.password),
    accept: "application/json",
  };
  if (request.body !== null) headers["content-type"] = "application/json";
  const startedAt = Date.now();
  const got = await ask(fetcher, request.url, request.method, headers, request.body, account.timeoutMs);
  count(`calls|${operation.name}|${got.ok ? got.value.status : "none"}`);
  const asked = { request: { method: request.method, url: request.url }, durationMs: Date.now() - startedAt };
  if (!got.ok) {
    const fault: Fault = { kind: "unreachable", status: null, detail: got.error };
    return { ...asked, status: null, text: "", answer: err(fault) };
  }
  const { status, text, retryAfterSeconds } = got.value;
  const body = decodeAnswer(status, text, retryAfterSeconds);
  return { ...asked, status, text, answer: body.ok ? ok({ body: body.value, operation }) : body };
}

interface RawAnswer {
  status: number;
  text: string;
  retryAfterSeconds: number | undefined;
}

async function ask(
  fetcher: typeof fetch,
  url: string,
  method: string,
  headers: Record<string, string>,
  body: string | null,
  timeoutMs: number,
): Promise<Result<RawAnswer, string>> {
  const signal = AbortSignal.timeout(timeoutMs);
  try {
    const response = await fetcher(url, { method, headers, body, signal, redirect: "manual" });
    const text = await readCapped(response, MOST_BYTES, signal);
    const retryAfterSeconds = retryAfterOf(response.headers.get("retry-after"), Date.now());
    return text === null ? err("the answer is too large") : ok({ status: response.status, text, retryAfterSeconds });
  } catch (thrown) {
    const late = thrown instanceof Error && (thrown.name === "TimeoutError" || thrown.name === "AbortError");
    return err(late ? `no answer within ${timeoutMs} ms` : "the connection failed");
  }
}

/** Section 5 of the interface: the word Basic, a space, base64 of `username:password` in UTF-8. */
export const basicAuth = (username: string, password: string): string =>
  `Basic ${btoa(String.fromCharCode(...new TextEncoder().encode(`${username}:${password}`)))}`;
