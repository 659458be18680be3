/** What every answer says, so that no browser guesses, frames or keeps it. An answer's own headers win. */
const everywhere: Record<string, string> = {
  "cache-control": "private, no-store",
  "x-content-type-options": "nosniff",
  "content-security-policy": "default-src 'none'; frame-ancestors 'none'",
  "x-frame-options": "DENY",
  "referrer-policy": "no-referrer",
  "cross-origin-resource-policy": "same-origin",
};

export function secured(response: Response): Response {
  const answer = new Response(response.body, response);
  for (const [name, value] of Object.entries(everywhere))
    if (!answer.headers.has(name)) answer.headers.set(name, value);
  return answer;
}
