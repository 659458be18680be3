import type * as z from "zod";
import type { Route } from "../../src/http/route.ts";

interface Reply {
  description: string;
  /** Its schema, built on demand like those of bodies. */
  schema?: () => z.ZodType;
  /** The media types of answers that are not JSON. */
  media?: string | string[];
}

export interface Body {
  schema: z.ZodType;
  example: unknown;
  /** True if the body is optional. */
  optional?: true;
  /** Other media types than JSON that are accepted. */
  also?: Record<string, { schema: z.ZodType; example: unknown }>;
}

/** Documentation of an operation, which the Worker does not need. */
export interface Documented {
  tag: string;
  summary: string;
  description?: string | undefined;
  body?: () => Body;
  /** The status of success. */
  status: 200 | 201 | 202 | 204 | 302;
  reply: Reply;
  /** True if the answer has the entity tag of a record. */
  etag?: true;
  /** True if the answer is written piece by piece, so that it has no entity tag. */
  streamed?: true;
  /** Errors in addition to those of all operations. */
  refusals?: number[];
}

export type DocumentedRoute = Route & Documented;

/** Whether the answer has an entity tag with which a later request can ask for changes. */
export const isRevalidated = ({ method, scope, reply, streamed }: DocumentedRoute): boolean =>
  method === "get" && scope !== "public" && reply.schema !== undefined && streamed !== true;
