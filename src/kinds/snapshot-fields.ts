import * as z from "zod";
import { instant } from "./event-type.ts";

// Fields that the snapshots of several kinds share. Only their types are in the Worker.

export const count = () => z.int().nullable();

/** The named values of a row. */
export const values = () =>
  z
    .record(z.string(), z.union([z.string(), z.number(), z.null()]))
    .describe("The values of the operation's fields, by name; null for one that the last answer had nothing for.");

export const unreadableSince = () =>
  z.exactOptional(instant()).describe("Since when a number of it can no longer be read; left out if all can.");

export const doubtedSince = () =>
  z
    .exactOptional(instant())
    .describe("Since when answers lack most of what is known, so that they are doubted; left out if they are not.");
