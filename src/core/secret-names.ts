/** Last words of names whose values are secret, in names from outside. What we declare ourselves is known by that. */
const LAST_WORDS = new Set([
  "apikey",
  "auth",
  "authorization",
  "cookie",
  "credential",
  "credentials",
  "jwt",
  "key",
  "passphrase",
  "passwd",
  "password",
  "pwd",
  "secret",
  "sig",
  "sign",
  "signature",
  "token",
]);

/** The same, written as one word. */
const JOINED = /^(?:api|app|access|auth|client|private|secret|session|user)(?:key|token|secret|password)$/;

const wordsIn = (name: string): string[] =>
  name
    .replaceAll(/([a-z0-9])([A-Z])/g, "$1 $2")
    .toLowerCase()
    .split(/[^a-z0-9]+/)
    .filter((word) => word !== "");

/** Reports whether the name of a parameter, field or header suggests a secret: "api_key", "X-Auth-Token", "accessToken". */
export function suggestsSecret(name: string): boolean {
  const last = wordsIn(name).at(-1) ?? "";
  return LAST_WORDS.has(last) || JOINED.test(last);
}
