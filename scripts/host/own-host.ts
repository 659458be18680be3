const ANY: Record<string, string> = { "0.0.0.0": "127.0.0.1", "::": "[::1]" };

/** The name by which this machine reaches what listens on `host`: an address that means all of them is no name. */
export const ownHost = (host: string): string => ANY[host] ?? (host.includes(":") ? `[${host}]` : host);
