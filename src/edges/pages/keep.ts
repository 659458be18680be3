import type { StoreDeps } from "../../flows/manage/keep.ts";
import type { PageContext } from "./page.ts";

/** What a flow needs to keep a record for a page: its audit entry is written with it, with the API's status. */
export const storeDeps = (
  { ports, session, params, write }: PageContext<"keep">,
  status: 200 | 201 | 204,
): StoreDeps => ({
  ...ports.keep,
  by: session.actor.name,
  write: (steps, written) =>
    write(steps, { status, body: null, headers: {}, subject: written?.one.id ?? params["id"] ?? null }),
});
