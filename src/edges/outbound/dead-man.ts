const PING_TIMEOUT_MS = 5000;

/** A dead man's switch: silence is what it tells. That a ping failed is no news, and its address may be a secret. */
export async function pinged(url: string | undefined, fetcher: typeof fetch): Promise<void> {
  if (url === undefined) return;
  const init: RequestInit = { redirect: "manual", signal: AbortSignal.timeout(PING_TIMEOUT_MS) };
  await fetcher(url, init).then(
    (response) => response.body?.cancel(),
    () => undefined,
  );
}
