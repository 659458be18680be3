import { targetKinds } from "./registry.ts";

const POLLED = new Set(Object.values(targetKinds).flatMap(({ operations }) => operations.map(({ name }) => name)));

/** True for an operation that targets are polled by; all others are optional: they stop nothing but themselves. */
export const isPolled = (operation: string): boolean => POLLED.has(operation);
