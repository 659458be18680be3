import * as z from "zod";
import { unreadableSince, values } from "../snapshot-fields.ts";

/** The shape of `showRecord`. */
export const snapshot = () => z.strictObject({ fields: values(), unreadableSince: unreadableSince() });

export type RecordSnapshot = z.output<ReturnType<typeof snapshot>>;
