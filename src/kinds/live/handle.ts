/** A handle for comparison, without "@" and case. */
export const foldedHandle = (handle: string): string => handle.replace(/^@/, "").toLowerCase();

/** The address of a creator's profile; null without a valid handle. */
export function profileUrl(handle: unknown): string | null {
  if (typeof handle !== "string" || handle === "" || !handle.isWellFormed()) return null;
  return `https://www.tiktok.com/@${encodeURIComponent(handle)}`;
}

/** The address of a creator's stream. */
export function liveUrl(handle: unknown): string | null {
  const profile = profileUrl(handle);
  return profile === null ? null : `${profile}/live`;
}
