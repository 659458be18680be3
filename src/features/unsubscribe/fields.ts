/** The field of mail programs that unsubscribe with one click (RFC 8058), and of our own button for one recipient. */
export const ONE_CLICK = { name: "List-Unsubscribe", value: "One-Click" } as const;

/** The field in which somebody types their address. */
export const ADDRESS = "address";
