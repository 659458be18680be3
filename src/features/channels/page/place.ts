/** Path of the channels. */
export const CHANNELS = "/channels";
