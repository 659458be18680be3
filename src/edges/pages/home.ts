import { Problem } from "../http/problem.ts";
import { showNow } from "./now/now.tsx";
import { page, type Page } from "./page.ts";
import { ownLists } from "./shared/own.tsx";
import { linkPage } from "./sign-in/link-page.tsx";

/** The first page: that of now; of their lists for those who are limited to some; and where the link of a start leads. */
export const home: Page = page({
  needs: ["signIn", "publicUrl", "keep", "signIns", "idempotency", "now", "health", "wall", "audit"],
  method: "get",
  path: "/",
  // The link of a start leads here: who comes without one must be signed in, as everywhere.
  scope: "public",
  async handle(context) {
    const link = context.url.searchParams.get("link");
    if (link !== null) return linkPage(context, link);
    if (context.session === null) throw new Problem(401, "Sign in first.");
    const own = { ...context, session: context.session };
    const { watchlistIds } = own.session.actor;
    return watchlistIds === null ? showNow(own) : ownLists(own, watchlistIds);
  },
});
