import { ids } from "../words.ts";

/** Who may ask and who did, and all that is set, by the name of its schema. */
export const access: Record<string, unknown> = {
  Applied: {
    dryRun: false,
    changes: [
      { action: "create", type: "watchlist", id: "wl_7m6n5b4v3c2x1z0q9w8e7r6t5y", name: "Music" },
      { action: "change", type: "target", id: ids["targets"]!.example, name: "Maria", fields: ["watchlistId"] },
    ],
    unchanged: 7,
    made: [],
  },
  AuditEntry: {
    at: "2026-03-01T12:00:00.000Z",
    actor: { tokenId: ids["tokens"]!.example, name: "Dashboard" },
    operation: "changeTarget",
    subject: ids["targets"]!.example,
    request: { name: "Maria M." },
    status: 200,
    address: "203.0.113.7",
  },
  SignIn: {
    id: ids["sign-ins"]!.example,
    name: "Dashboard",
    createdAt: "2026-03-01T12:00:00.000Z",
    lastSeenAt: "2026-03-01T14:05:00.000Z",
    address: "203.0.113.7",
    agent: "Mozilla/5.0 (Windows NT 10.0; Win64; x64; rv:140.0) Gecko/20100101 Firefox/140.0",
  },
  Invitation: {
    id: ids["tokens"]!.example,
    name: "Client",
    scopes: ["read"],
    watchlistIds: [ids["watchlists"]!.example],
    expiresAt: "2026-03-08T12:00:00.000Z",
    link: "https://tallylight.example.com/?link=tli_…",
  },
  SealedAnew: {
    sealed: 12,
    left: 0,
    unopened: [{ channelId: ids["channels"]!.example, name: "Alerts", keyId: "k0" }],
  },
  UpstreamAccount: { baseUrl: "https://api.example.com", username: "me", source: "api" },
  AnswerSummary: {
    status: 200,
    about: "/v1/targets",
    bytes: 684_320,
    sha256: "0f343b0931126a20f133d67c2b018a3b5f2c3cfd5bd6e5ce0f4f8c1e3a7d9b42",
  },
};
