/** Slack takes one message a second for a channel. */
export const PAUSE_SECONDS = 1;
