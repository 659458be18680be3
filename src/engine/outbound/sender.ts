import type { OutboundAnswer, OutboundRequest } from "../../channels/kind.ts";
import { refusal, type Addresses } from "../../core/public-url.ts";
import { readCapped } from "../../core/read-capped.ts";
import { isLate, withTimeout } from "./with-timeout.ts";
import { RefusedAddressError } from "./through-host.ts";

const MAX_BYTES = 64 * 1024;

/**
 * The only sender to destinations. Checks the address each time, follows no redirects, and waits at most `timeoutMs`. A
 * failure is an answer without a status. The body of an answer is only passed to the channel's judge.
 */
export const outboundSender =
  (addresses: Addresses, timeoutMs: number, fetcher: typeof fetch) =>
  async (request: OutboundRequest): Promise<OutboundAnswer> => {
    const none = { status: null, headers: {}, body: "" };
    if (refusal(request.url, addresses) !== null) return { ...none, error: "refused address" };
    const { method, url } = request;
    try {
      return await withTimeout(timeoutMs, async (signal) => {
        const response = await fetcher(url, { method, ...contentOf(request), signal, redirect: "manual" });
        const text = await readCapped(response, request.mostBytes ?? MAX_BYTES);
        const headers = Object.fromEntries(response.headers);
        return { status: response.status, headers, body: text ?? "", error: null };
      });
    } catch (thrown) {
      if (thrown instanceof RefusedAddressError) return { ...none, error: "refused address" };
      return { ...none, error: isLate(thrown) ? "timeout" : "connection failed" };
    }
  };

/**
 * A form if there are files, without a content type because the form sets its boundary. Otherwise the body as it is.
 */
function contentOf({ method, headers, body, files = [] }: OutboundRequest): Pick<RequestInit, "headers" | "body"> {
  if (method === "GET" || method === "DELETE") return { headers };
  if (files.length === 0) return { headers, body };
  const form = new FormData();
  form.append("payload_json", body);
  for (const [index, { name, type, bytes }] of files.entries())
    form.append(`files[${index}]`, new Blob([new Uint8Array(bytes)], { type }), name);
  const rest = Object.entries(headers).filter(([header]) => header.toLowerCase() !== "content-type");
  return { headers: Object.fromEntries(rest), body: form };
}
