/** A handle as it is compared: case means nothing. */
export const foldedHandle = (handle: string): string => handle.replace(/^@/, "").toLowerCase();

/** A creator's page; "" or what is no text leads nowhere. */
export function profileUrl(handle: unknown): string | null {
  if (typeof handle !== "string" || handle === "" || !handle.isWellFormed()) return null;
  return `https://www.tiktok.com/@${encodeURIComponent(handle)}`;
}

/** Where a creator's broadcast is watched. */
export function liveUrl(handle: unknown): string | null {
  const profile = profileUrl(handle);
  return profile === null ? null : `${profile}/live`;
}
