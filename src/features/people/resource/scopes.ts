/** The scopes of a token. Each includes those before it. */
export const scopes = ["read", "write", "admin"] as const;

export type Scope = (typeof scopes)[number];
