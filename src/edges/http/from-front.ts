/** The header in which the local front says that a request came through it. */
export const FRONT_HEADER = "x-tallylight-front";

/**
 * True where a request came through the front of the local host, which knows the secret; everywhere where there is none
 * (Cloudflare). Whoever finds the runtime's own port on this machine could make up an address, which only the front may say.
 * Compared in a time that does not tell how far they agree.
 */
export function isFromFront(request: Request, secret: string | undefined): boolean {
  if (secret === undefined) return true;
  const given = request.headers.get(FRONT_HEADER) ?? "";
  let difference = given.length ^ secret.length;
  for (let at = 0; at < secret.length; at++)
    difference |= secret.charCodeAt(at) ^ given.charCodeAt(at % (given.length || 1));
  return difference === 0;
}
