import { afterEach, beforeEach, describe, expect, test, vi } from "vitest";
import { serve, type TestServer } from "../../../test/support/http-server.ts";
import { barsPng } from "../../../test/support/emails.ts";
import type { OutboundRequest } from "../../channels/kind.ts";
import { isLate, outboundSender, withTimeout } from "./sender.ts";

describe("sender", () => {
  let server: TestServer | undefined;
  afterEach(async () => {
    await server?.close();
    server = undefined;
  });

  interface Got {
    headers: Record<string, string>;
    bytes: Buffer;
  }

  /** A receiver that records requests. */
  async function receiver(): Promise<{ url: string; got: Got[] }> {
    const got: Got[] = [];
    server = await serve((request, _text, response, bytes) => {
      got.push({ headers: request.headers as Record<string, string>, bytes });
      response.end("{}");
    });
    return { url: server.url, got };
  }

  const body = JSON.stringify({ content: "Wöchentlich 田中\r\n--x", attachments: [{ id: 0 }, { id: 1 }] });
  const files = [
    { name: "lives.png", type: "image/png", bytes: barsPng(64, 32, [0.2, 1]) },
    { name: "ranking.png", type: "image/png", bytes: new Uint8Array([13, 10, 45, 45, 0, 255]) },
  ];
  const request = (url: string, more: Partial<OutboundRequest> = {}): OutboundRequest => ({
    method: "POST",
    url,
    headers: { "content-type": "application/json", "user-agent": "Tallylight/0.1", authorization: "Bot x" },
    body,
    ...more,
  });

  test("without files, the body is sent as it is", async () => {
    const { url, got } = await receiver();
    await outboundSender({ local: true, own: null }, 5000, fetch)(request(url, { files: [] }));
    expect(got[0]!.headers).toMatchObject({ "content-type": "application/json", "user-agent": "Tallylight/0.1" });
    expect(got[0]!.bytes.toString()).toBe(body);
  });

  test("with files, any form parser can read the request", async () => {
    const { url, got } = await receiver();
    const answer = await outboundSender({ local: true, own: null }, 5000, fetch)(request(url, { files }));
    expect(answer).toMatchObject({ status: 200, body: "{}", error: null });
    const [{ headers, bytes }] = got as [Got];
    expect(headers).toMatchObject({ "user-agent": "Tallylight/0.1", authorization: "Bot x" });
    expect(headers["content-type"]).toMatch(/^multipart\/form-data; ?boundary=/);
    const type = { "content-type": headers["content-type"]! };
    const form = await new Response(new Uint8Array(bytes), { headers: type }).formData();
    expect([...form.keys()]).toEqual(["payload_json", "files[0]", "files[1]"]);
    // It is a field and not a file, which a receiver would attach.
    expect(form.get("payload_json")).toBe(body);
    for (const [index, file] of files.entries()) {
      const part = form.get(`files[${index}]`) as unknown as File;
      expect([part.name, part.type]).toEqual([file.name, file.type]);
      expect(new Uint8Array(await part.arrayBuffer())).toEqual(file.bytes);
    }
  });

  test("a form has the same timeout and restrictions as any request", async () => {
    const requested: unknown[] = [];
    // Never answers until it is aborted.
    const silent = ((url: unknown, { signal }: { signal: AbortSignal }) => {
      requested.push(url);
      return new Promise((_, reject) => signal.addEventListener("abort", () => reject(signal.reason as Error)));
    }) as unknown as typeof fetch;
    const one = request("http://127.0.0.1:9", { files });
    expect(await outboundSender({ local: true, own: null }, 1, silent)(one)).toMatchObject({ error: "timeout" });
    expect(requested).toEqual([one.url]);
    const refused = await outboundSender({ local: false, own: null }, 5000, silent)(one);
    expect(refused).toMatchObject({ status: null, error: "refused address" });
    expect(requested).toHaveLength(1);
  });
});

describe("with timeout", () => {
  beforeEach(() => void vi.useFakeTimers());
  afterEach(() => void vi.useRealTimers());

  const until = (signal: AbortSignal): Promise<never> =>
    new Promise((_, reject) => signal.addEventListener("abort", () => reject(signal.reason as Error)));

  test("a call that ends in time leaves no timer", async () => {
    expect(await withTimeout(10_000, async (signal) => signal.aborted)).toBe(false);
    expect(vi.getTimerCount()).toBe(0);
  });

  test("a call that fails leaves no timer", async () => {
    const failed = withTimeout(10_000, async () => Promise.reject(new TypeError("refused")));
    await expect(failed).rejects.toThrow("refused");
    expect(vi.getTimerCount()).toBe(0);
  });

  test("a call is aborted at its timeout, not before", async () => {
    let ended: unknown = null;
    const call = withTimeout(10_000, until).catch((thrown: unknown) => (ended = thrown));
    await vi.advanceTimersByTimeAsync(9999);
    expect(ended).toBeNull();
    await vi.advanceTimersByTimeAsync(1);
    await call;
    expect(isLate(ended)).toBe(true);
    expect(isLate(new TypeError("refused"))).toBe(false);
  });
});
