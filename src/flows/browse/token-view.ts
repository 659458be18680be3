import { iso, isoOrNull } from "../../core/instant.ts";

/** What one token may do; each takes in the ones before it. */
export const scopes = ["read", "write", "admin"] as const;

export type Scope = (typeof scopes)[number];

/** A key to the API. Of its secret only a hash is kept. Instants are wall clock, epoch ms. */
export interface Token {
  id: string;
  name: string;
  scopes: Scope[];
  createdAt: number;
  /** Null: never. */
  expiresAt: number | null;
  /** To the minute; null: never. */
  lastUsedAt: number | null;
}

/** A token as the API shows it: never its secret. */
export const tokenView = ({ id, name, scopes, createdAt, expiresAt, lastUsedAt }: Token) => ({
  id,
  name,
  scopes,
  createdAt: iso(createdAt),
  expiresAt: isoOrNull(expiresAt),
  lastUsedAt: isoOrNull(lastUsedAt),
});
