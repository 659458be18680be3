import type { StoreDeps } from "../resources/write/write-resource.ts";
import type { PageContext } from "./page.ts";

/**
 * Returns the dependencies that store a record for a page. The audit entry has the API's status and is written with it.
 */
export const storeDeps = (
  { ports, session, params, write }: PageContext<"keep">,
  status: 200 | 201 | 204,
): StoreDeps => ({
  ...ports.keep,
  by: session.actor.name,
  write: (steps, written) =>
    write(steps, { status, body: null, headers: {}, subject: written?.one.id ?? params["id"] ?? null }),
});

/** The same for a record beside the one that the form is about, with an audit entry of its own operation. */
export const storeDepsAs = (operation: string, context: PageContext<"keep">, status: 200 | 201 | 204): StoreDeps =>
  storeDeps({ ...context, params: {}, write: context.writing(operation) }, status);
