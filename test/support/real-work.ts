/** The number of ciphers, signatures and digests that are being computed. */
let computing = 0;
const waiting: (() => void)[] = [];

/** Counts the calls of Web Crypto: they run on other threads, in real time, however the clock is faked. */
function counted(): void {
  const subtle = Object.getPrototypeOf(crypto.subtle) as Record<string, (...args: unknown[]) => Promise<unknown>>;
  for (const name of ["decrypt", "deriveBits", "deriveKey", "digest", "encrypt", "importKey", "sign", "verify"]) {
    const own = subtle[name]!;
    subtle[name] = async function (...args) {
      computing++;
      try {
        return await own.apply(this, args);
      } finally {
        computing--;
        if (computing === 0) for (const resolve of waiting.splice(0)) resolve();
      }
    };
  }
}
counted();

/** Resolves once nothing is computed on another thread. Fake time must not pass before. */
export async function computed(): Promise<void> {
  while (computing > 0) await new Promise<void>((resolve) => waiting.push(resolve));
}
