/** The retry schedule of Standard Webhooks, for every destination: seconds after attempt 1, 2, …; then dead. */
export const RETRY_SECONDS = [5, 300, 1800, 7200, 18_000, 36_000, 50_400, 72_000, 86_400] as const;
