import { previewForm } from "../features/alerts/preview.ts";
import { resources } from "../resources/registry.ts";
import { routes } from "./api/routes.ts";

/** Builds the forms of requests at startup, where an isolate has a second of CPU; its first request has 10 ms. */
export function prepareForms(): void {
  for (const { query } of routes) query?.();
  for (const { form } of resources) form();
  previewForm();
}
