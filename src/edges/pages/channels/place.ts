/** The page of channels. */
export const CHANNELS = "/channels";
