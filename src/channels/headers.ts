/** Headers of every request to a destination. */
export const jsonHeaders: Record<string, string> = {
  "content-type": "application/json",
  "user-agent": "Tallylight/0.1",
};
