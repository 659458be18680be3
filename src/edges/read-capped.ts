/** A response or a request. */
interface Source {
  body: ReadableStream<Uint8Array> | null;
  headers: Pick<Headers, "get">;
  text(): Promise<string>;
}

/**
 * The text of a response or request body, null where it is longer than `mostBytes`: counted as it arrives. One whose
 * head says that it is short enough is read by the runtime at once, which takes no more than the head says. Passes on
 * what the stream throws. Of one that is longer, `passOver` bytes more are let come before the stream is ended.
 * `signal` is the one that the response was asked for with.
 */
export async function readCapped(
  source: Source,
  mostBytes: number,
  signal?: AbortSignal,
  passOver = 0,
): Promise<string | null> {
  if (source.body === null) return "";
  if (saysShort(source, mostBytes)) return source.text();
  const decoder = new TextDecoder();
  const reader = source.body.getReader();
  const stop = () => void reader.cancel(signal?.reason).catch(() => undefined);
  signal?.addEventListener("abort", stop, { once: true });
  let text = "";
  let bytes = 0;
  for (let chunk = await reader.read(); !chunk.done; chunk = await reader.read()) {
    bytes += chunk.value.byteLength;
    if (bytes > mostBytes + passOver) break;
    if (bytes > mostBytes) continue;
    text += decoder.decode(chunk.value, { stream: true });
  }
  signal?.removeEventListener("abort", stop);
  if (signal?.aborted) throw signal.reason;
  if (bytes > mostBytes) {
    await reader.cancel().catch(() => undefined);
    return null;
  }
  return text + decoder.decode();
}

/** What is encoded comes out longer than its head says. */
function saysShort({ headers }: Source, mostBytes: number): boolean {
  const length = headers.get("content-length");
  return length !== null && /^\d+$/.test(length) && Number(length) <= mostBytes && !isEncoded(headers);
}

const isEncoded = (headers: Source["headers"]): boolean =>
  !["", "identity"].includes(headers.get("content-encoding")?.trim().toLowerCase() ?? "");
