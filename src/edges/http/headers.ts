/** What every answer says, so that no browser guesses, frames or keeps it. An answer's own headers win. */
const everywhere: Record<string, string> = {
  "cache-control": "private, no-store",
  "x-content-type-options": "nosniff",
  "content-security-policy": "default-src 'none'; frame-ancestors 'none'",
  "x-frame-options": "DENY",
  "referrer-policy": "no-referrer",
  "cross-origin-resource-policy": "same-origin",
  "cross-origin-opener-policy": "same-origin",
};

export function secured(response: Response): Response {
  const answer = new Response(response.body, response);
  for (const [name, value] of Object.entries(everywhere))
    if (!answer.headers.has(name)) answer.headers.set(name, value);
  return answer;
}

/** The policy of an HTML page: its own style and script (by nonce or hash), what it asks of this host, and whether its forms may send to it. */
export const pagePolicy = (own: { script: string; style: string }, formAction: "'self'" | "'none'"): string =>
  [
    "default-src 'none'",
    `script-src '${own.script}'`,
    `style-src '${own.style}'`,
    "img-src data:",
    "connect-src 'self'",
    "base-uri 'none'",
    `form-action ${formAction}`,
    "frame-ancestors 'none'",
  ].join("; ");
