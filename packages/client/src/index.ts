export { createClient, type Client, type ClientOptions } from "./client.ts";
export { TallylightError, type FieldProblem, type Problem } from "./error.ts";
export type { Answer, Body, CallOptions, Data, Item, ListPath, PathWith } from "./types.ts";
export { verifyWebhook, WebhookError, type DigestMessage, type Verification, type WebhookMessage } from "./webhook.ts";
export type { components, operations, paths, webhooks } from "./api.ts";
