import { secondMs } from "./durations.ts";

/** An id of 19 digits that carries the second of its making, as the platform's rooms and videos have. */
export function snowflake(at: number, bits: number): string {
  return ((BigInt(Math.floor(at / secondMs)) << 32n) | BigInt(bits >>> 0)).toString();
}

/** The instant that an id made by `snowflake` carries; undefined for other ids. */
export function snowflakeAt(id: string): number | undefined {
  return id.length === 19 ? Number(BigInt(id) >> 32n) * secondMs : undefined;
}
