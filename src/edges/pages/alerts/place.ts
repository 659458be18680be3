import { subscription, type Subscription } from "../../../resources/subscriptions/subscription.ts";
import { found } from "../../http/problem.ts";
import type { Visit } from "../page.ts";

/** The page of alerts. */
export const ALERTS = "/alerts";

/** What it is called, and one of them. */
export const PLACE = { path: ALERTS, noun: "alert", title: "Alerts" };

/** The alert that the address names; throws the 404 Problem. */
export const theAlert = async ({ ports, params }: Visit<"keep">): Promise<Subscription> =>
  found(await ports.keep.find(subscription, params["id"]!), "alert");
