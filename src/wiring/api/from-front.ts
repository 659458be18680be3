/** Header with which the local front identifies its requests. */
export const FRONT_HEADER = "x-tallylight-front";

/**
 * Whether a request came through the front of the local host, which knows the secret; always true without one
 * (Cloudflare). Only the front may set the client address: otherwise anyone who finds the runtime's port on this
 * machine could forge it. Compares in constant time.
 */
export function isFromFront(request: Request, secret: string | undefined): boolean {
  if (secret === undefined) return true;
  const provided = request.headers.get(FRONT_HEADER) ?? "";
  let difference = provided.length ^ secret.length;
  for (let at = 0; at < secret.length; at++)
    difference |= secret.charCodeAt(at) ^ provided.charCodeAt(at % (provided.length || 1));
  return difference === 0;
}
