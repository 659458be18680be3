/** Slack accepts one message a second per channel. */
export const PAUSE_SECONDS = 1;
