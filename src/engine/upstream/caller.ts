import { factsOf } from "../../core/facts.ts";
import type { Fault } from "../../core/fault.ts";
import type { Json } from "../../core/json.ts";
import type { Operation } from "../../core/operation.ts";
import type { Addresses } from "../../core/public-url.ts";
import { err, ok, type Result } from "../../core/result.ts";
import type { Exchange } from "./probe.ts";
import type { Credentials } from "./definition.ts";
import type { Answer, Call } from "../../kinds/kind.ts";
import { readCapped } from "../../core/read-capped.ts";
import { isLate, withTimeout } from "../outbound/sender.ts";
import { decodeAnswer, retryAfterOf } from "./answer.ts";
import { headersOf, withQuery } from "./authentication.ts";
import type { Service } from "./service.ts";
import { requestOf, type UpstreamRequest } from "./request.ts";

/** What a call needs to know of the service. */
export type Reached = Pick<Service, "timeoutMs" | "operations" | "addresses"> & { credentials: Credentials };

/** The largest answer that is read. A page of fifty hashtags has 150 kB. */
const MAX_BYTES = 4 * 1024 * 1024;

/**
 * Returns the only function that polls call the service with. `deadline` can end a call before its own timeout. Every
 * failure is a fault, and no fault contains credentials or parts of the payload.
 */
export const upstreamCaller =
  (service: () => Promise<Service>, count: (key: string) => void, fetcher: typeof fetch) =>
  async ({ operation: name, values }: Call, deadline?: AbortSignal): Promise<Result<Answer, Fault>> => {
    const account = await service();
    if (!isConnected(account)) return err({ kind: "refused", status: null, detail: NOT_CONNECTED });
    const operation = account.operations.get(name);
    if (operation === undefined) {
      return err({ kind: "refused", status: null, detail: `the operation ${name} is not configured` });
    }
    return (await exchange(account, operation, values, count, fetcher, deadline)).answer;
  };

const isConnected = (service: Service): service is Service & Reached => service.credentials !== null;

const NOT_CONNECTED = "no service is connected";

/** Makes a call and returns the raw answer together with its interpretation. */
export async function exchange(
  account: Reached,
  operation: Operation,
  values: Call["values"],
  count: (key: string) => void,
  fetcher: typeof fetch,
  deadline?: AbortSignal,
): Promise<Exchange> {
  const created = requestOf(account.credentials.baseUrl, operation, values);
  if (!created.ok) {
    const detail = `not asked: ${created.error.name} ${created.error.message}`;
    const request = { method: operation.method, url: "" };
    return { request, status: null, durationMs: 0, text: "", answer: err({ kind: "refused", status: null, detail }) };
  }
  const request = created.value;
  const headers: Record<string, string> = { ...headersOf(account.credentials), accept: "application/json" };
  if (request.body !== null) headers["content-type"] = "application/json";
  const startedAt = Date.now();
  const url = withQuery(request.url, account.credentials);
  const got = await ask(fetcher, { ...request, url, headers }, account.timeoutMs, deadline);
  count(`calls|${operation.name}|${got.ok ? got.value.status : "none"}`);
  const requested = { request: { method: request.method, url: request.url }, durationMs: Date.now() - startedAt };
  if (!got.ok) {
    const fault: Fault = { kind: "unreachable", status: null, detail: got.error };
    return { ...requested, status: null, text: "", answer: err(fault) };
  }
  const { status, text, retryAfterSeconds, location } = got.value;
  if (location !== null)
    return { ...requested, status, text, location, answer: decodeAnswer(status, text) as Result<never, Fault> };
  const body = decodeAnswer(status, text, retryAfterSeconds, operation);
  if (!body.ok) return { ...requested, status, text, answer: body };
  return { ...requested, status, text, answer: ok(answerOf(body.value, operation, account.addresses)) };
}

/** A successful answer with the facts that its operation reads. */
export const answerOf = (body: Json, operation: Operation, addresses: Addresses): Answer => ({
  body,
  operation,
  facts: operation.listing === null ? factsOf(body, operation.fields, addresses) : {},
});

interface RawAnswer {
  status: number;
  text: string;
  retryAfterSeconds: number | undefined;
  /** Where a redirect leads; null for what is none. */
  location: string | null;
}

async function ask(
  fetcher: typeof fetch,
  { url, method, headers, body }: UpstreamRequest & { headers: Record<string, string> },
  timeoutMs: number,
  deadline?: AbortSignal,
): Promise<Result<RawAnswer, string>> {
  try {
    return await withTimeout(timeoutMs, async (timeout) => {
      const signal = deadline === undefined ? timeout : AbortSignal.any([timeout, deadline]);
      const response = await fetcher(url, { method, headers, body, signal, redirect: "manual" });
      const text = await readCapped(response, MAX_BYTES);
      const retryAfterSeconds = retryAfterOf(response.headers.get("retry-after"), Date.now());
      const location = response.status >= 300 && response.status < 400 ? response.headers.get("location") : null;
      return text === null
        ? err("the answer is too large")
        : ok({ status: response.status, text, retryAfterSeconds, location });
    });
  } catch (thrown) {
    if (!isLate(thrown)) return err("the connection failed");
    return err(deadline?.aborted === true ? "no answer in time" : `no answer within ${timeoutMs} ms`);
  }
}
