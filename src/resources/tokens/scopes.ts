/** What one token may do; each takes in the ones before it. */
export const scopes = ["read", "write", "admin"] as const;

export type Scope = (typeof scopes)[number];
