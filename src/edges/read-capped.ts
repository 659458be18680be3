/**
 * The text of a response or request body, null where it is longer than `mostBytes`: counted as it arrives, whatever its
 * headers say. Passes on what the stream throws. Of one that is longer, `passOver` bytes more are let come before the
 * stream is ended.
 */
export async function readCapped(
  source: { body: ReadableStream<Uint8Array> | null },
  mostBytes: number,
  signal?: AbortSignal,
  passOver = 0,
): Promise<string | null> {
  if (source.body === null) return "";
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
