import { secondMs } from "./durations.ts";

/** Returns an id of 19 digits that contains its creation time in seconds, like the platform's rooms and videos. */
export function snowflake(at: number, bits: number): string {
  return ((BigInt(Math.floor(at / secondMs)) << 32n) | BigInt(bits >>> 0)).toString();
}

/** Returns the time in an id made by `snowflake`; undefined for other ids. */
export function snowflakeAt(id: string): number | undefined {
  return id.length === 19 ? Number(BigInt(id) >> 32n) * secondMs : undefined;
}
