/** The token of the administrator in tests. */
export const TOKEN = "test_admin_token_0123456789abcdef0123456789";

/** The key that secrets are sealed with in tests. */
export const ENCRYPTION_KEYS = JSON.stringify({ k1: Buffer.alloc(32, 7).toString("base64") });

/** What a Worker is set up with: its administrator, its key, and an account of the polled service at an address. */
export const setting = (service: string) => ({
  ADMIN_TOKEN: TOKEN,
  ENCRYPTION_KEYS,
  UPSTREAM_BASE_URL: service,
  UPSTREAM_USERNAME: "someone",
  UPSTREAM_PASSWORD: "a password",
});
