import { Problem } from "../../http/problem.ts";
import { showNow } from "../../features/now/page/now.tsx";
import { page, type Page } from "../../ui/page.ts";
import { ownLists } from "../../features/sharing/shared/own.tsx";
import { linkPage } from "../../features/sign-in/page/link-page.tsx";

/**
 * Shows the Now page. A token limited to watchlists gets the page of its lists, and the link of a first start is
 * handled here too.
 */
export const home: Page = page({
  needs: ["signIn", "publicUrl", "keep", "signIns", "idempotency", "now", "health", "wall", "audit"],
  method: "get",
  path: "/",
  // Public because of that link; without one, the handler requires a session.
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
