/** As many D1 statements as anybody wants. */
export const unlimited = (): number => Infinity;

/** The administrator's token in tests. */
export const TOKEN = "test_admin_token_0123456789abcdef0123456789";

/** The encryption key in tests. */
export const ENCRYPTION_KEYS = JSON.stringify({ k1: Buffer.alloc(32, 7).toString("base64") });

/** The environment of a Worker: its administrator, its key, and an account of the polled service at an address. */
export const setting = (service: string) => ({
  ADMIN_TOKEN: TOKEN,
  ENCRYPTION_KEYS,
  UPSTREAM_BASE_URL: service,
  UPSTREAM_USERNAME: "someone",
  UPSTREAM_PASSWORD: "a password",
});
