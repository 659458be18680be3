import type { IdPrefix } from "../../core/ids.ts";
import type { Json } from "../../core/json.ts";
import { err, ok, type Result } from "../../core/result.ts";
import type { Subscription } from "../../core/subscription.ts";
import { readForm } from "./form.ts";
import { mergePatch } from "./merge-patch.ts";
import { full } from "./quotas.ts";
import type { FieldError, Refusal } from "./refusal.ts";
import { missing } from "./refusal.ts";
import { formOf, subscriptionForm } from "./subscription-form.ts";

export type Reference = "watchlistId" | "targetId" | "channelId";

export interface SubscriptionDeps {
  /** Which of the things that it names are not there. */
  dangling(subscription: Subscription): Promise<Reference[]>;
  /** False where there may be no more. */
  add(subscription: Subscription): Promise<boolean>;
  /** False where it is no more. */
  change(subscription: Subscription, now: number): Promise<boolean>;
  newId(prefix: IdPrefix): string;
  now(): Promise<number>;
}

const nouns: Record<Reference, string> = { watchlistId: "watchlist", targetId: "target", channelId: "channel" };

/** What is wrong with references that lead nowhere; `within` is where the subscription stands in the body. */
export const danglingErrors = (dangling: Reference[], within = ""): FieldError[] =>
  dangling.map((field) => ({ pointer: `${within}/${field}`, message: `names no ${nouns[field]}` }));

const refused = (dangling: Reference[]): Result<never, Refusal> =>
  err({ kind: "invalid", errors: danglingErrors(dangling) });

export async function createSubscription(
  body: unknown,
  deps: SubscriptionDeps,
): Promise<Result<Subscription, Refusal>> {
  const form = readForm(subscriptionForm, body);
  if (!form.ok) return form;
  const subscription: Subscription = { id: deps.newId("sub"), ...form.value, createdAt: await deps.now() };
  const dangling = await deps.dangling(subscription);
  if (dangling.length > 0) return refused(dangling);
  return (await deps.add(subscription)) ? ok(subscription) : full("subscriptions");
}

export async function changeSubscription(
  before: Subscription,
  patch: Json,
  deps: SubscriptionDeps,
): Promise<Result<Subscription, Refusal>> {
  const form = readForm(subscriptionForm, mergePatch(formOf(before), patch));
  if (!form.ok) return form;
  const subscription: Subscription = { ...before, ...form.value };
  const dangling = await deps.dangling(subscription);
  if (dangling.length > 0) return refused(dangling);
  return (await deps.change(subscription, await deps.now())) ? ok(subscription) : missing("subscription");
}
