import { expect, test } from "vitest";
import { suggestsSecret } from "./secret-names.ts";

test.each([
  "key",
  "KEY",
  "api_key",
  "apiKey",
  "apikey",
  "X-Api-Key",
  "access_token",
  "accessToken",
  "accesstoken",
  "Authorization",
  "client-secret",
  "signature",
  "sig",
  "user.password",
  "filter[token]",
  "Cookie",
])("%s suggests a secret", (name) => expect(suggestsSecret(name)).toBe(true));

test.each(["keyword", "keys_found", "user_id", "monkey", "tokenize", "design", "author", "keyboard", "assign", ""])(
  "%s does not",
  (name) => expect(suggestsSecret(name)).toBe(false),
);
