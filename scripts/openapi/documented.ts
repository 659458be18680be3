import type * as z from "zod";
import type { Route } from "../../src/edges/http/route.ts";

interface Reply {
  description: string;
  /** What it looks like: made when it is asked for, as are the shapes of bodies. */
  schema?: () => z.ZodType;
  /** The media types of answers that are not JSON. */
  media?: string | string[];
}

export interface Body {
  schema: z.ZodType;
  example: unknown;
  /** True where no body will do too. */
  optional?: true;
  /** Other media types than JSON that it may come in. */
  also?: Record<string, { schema: z.ZodType; example: unknown }>;
}

/** What the document says of an operation, beyond what the Worker goes by. */
export interface Documented {
  tag: string;
  summary: string;
  description?: string | undefined;
  body?: () => Body;
  /** The one good answer. */
  status: 200 | 201 | 204 | 302;
  reply: Reply;
  /** True where the answer bears the entity tag of what it shows. */
  etag?: true;
  /** The errors beyond those that every operation knows. */
  refusals?: number[];
}

export type DocumentedRoute = Route & Documented;
