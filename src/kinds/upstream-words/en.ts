/** Wording of messages about the polled service. */
export const en = {
  drifted: (operation: string, path: string) =>
    `Most answers of ${operation} can no longer be read${path === "" ? "" : ` at ${path}`}. Test the connection under First steps, or correct UPSTREAM_OPERATIONS.`,
  incomplete: {
    title: "Most items of a list are missing at once",
    next: "Nothing to do: they count as gone only if more answers confirm it. If this happens again, check the data service.",
    over: "Answers about a list agree again",
  },
  refused: (operation: string, status: string, limited: boolean) =>
    limited ? `The data service limits ${operation} (${status})` : `The data service refuses ${operation} (${status})`,
  refusedNext: (limited: boolean): string =>
    limited
      ? "Nothing to do: these checks wait as long as the service asks. Everything else is checked as usual."
      : "Everything else is checked as usual. Make sure that your account may use this operation. Until then, one call is made every ten minutes.",
  refusedOver: (operation: string) => `The data service answers ${operation} again`,
};

export type UpstreamWords = typeof en;
