/** What every request to a destination says about itself. */
export const jsonHeaders: Record<string, string> = {
  "content-type": "application/json",
  "user-agent": "Tallylight/0.1",
};
