import type { Event } from "../../core/event.ts";

/** The creator's profile by handle, or by user id, which redirects there. */
export function profileUrl({ target }: Pick<Event, "target">): string | null {
  const { handle, userId } = target?.params ?? {};
  if (typeof handle === "string") return `https://www.tiktok.com/@${encodeURIComponent(handle)}`;
  return typeof userId === "string" && /^\d+$/.test(userId) ? `https://www.tiktok.com/share/user/${userId}` : null;
}
