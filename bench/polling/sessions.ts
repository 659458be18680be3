import { readFile } from "node:fs/promises";
import { createdSessions } from "./mix.ts";

const CREATED_STREAMERS = 60;

/** Recorded broadcasts of a file, or made ones where none is named; minutes since the epoch. */
export async function sessionsOf(file: string | undefined, seed: number): Promise<[string, number, number][]> {
  if (file === undefined) return createdSessions(CREATED_STREAMERS, seed);
  const { sessions } = JSON.parse(await readFile(file, "utf8")) as { sessions: [string, number, number][] };
  return sessions;
}
