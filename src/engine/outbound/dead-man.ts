const PING_TIMEOUT_MS = 5000;

/**
 * Pings a dead man's switch, which alerts when pings stop. A failed ping is ignored, and its address may be a secret.
 */
export async function pinged(url: string | undefined, fetcher: typeof fetch): Promise<void> {
  if (url === undefined) return;
  const init: RequestInit = { redirect: "manual", signal: AbortSignal.timeout(PING_TIMEOUT_MS) };
  await fetcher(url, init).then(
    (response) => response.body?.cancel(),
    () => undefined,
  );
}
