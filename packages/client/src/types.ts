import type { paths } from "./api.ts";

export type Method = "get" | "post" | "put" | "patch" | "delete";

/** The paths that take a method. */
export type PathWith<M extends Method> = {
  [P in keyof paths]: paths[P] extends Record<M, { responses: object }> ? P : never;
}[keyof paths];

/** The operation of a method at a path. */
type Operation<M extends Method, P extends keyof paths> = paths[P] extends Record<M, infer Op> ? Op : never;

type Json<Content> = Content extends { "application/json": infer Value } ? Value : undefined;

type Content<Response> = Response extends { content: infer Media } ? Media : undefined;

/** The successful answer; each operation has one. */
type Success<Op> = Op extends { responses: { 200: infer One } }
  ? One
  : Op extends { responses: { 201: infer One } }
    ? One
    : undefined;

/** What an operation answers: its JSON, or undefined if it answers none. */
export type Data<M extends Method, P extends keyof paths> = Json<Content<Success<Operation<M, P>>>>;

/** What an operation takes as JSON. */
export type Body<M extends Method, P extends keyof paths> =
  Operation<M, P> extends { requestBody?: infer Taken } ? Json<Content<NonNullable<Taken>>> : never;

/** The paths that answer pages. */
export type ListPath = {
  [P in PathWith<"get">]: Data<"get", P> extends { items: unknown[]; nextCursor: string | null } ? P : never;
}[PathWith<"get">];

/** What the list at a path contains. */
export type Item<P extends keyof paths> = Data<"get", P> extends { items: (infer One)[] } ? One : never;

type Parameters<Op> = Op extends { parameters: infer All } ? All : never;

type PathPart<Op> = Parameters<Op> extends { path: infer Values } ? { path: Values } : { path?: undefined };

type QueryPart<Op> = Parameters<Op> extends { query?: infer Values } ? { query?: Values | undefined } : object;

/** JSON, or a text of another media type that the operation takes. */
type Taken<Content> = {
  [Type in keyof Content]: Type extends `application/${string}json`
    ? Type extends "application/json"
      ? { body: Content[Type]; contentType?: undefined }
      : never
    : { body: string; contentType: Type };
}[keyof Content];

type BodyPart<Op> = Op extends { requestBody: { content: infer Types } }
  ? Taken<Types> | Lines<Types>
  : Op extends { requestBody?: { content: infer Types } }
    ? Taken<Types> | { body?: undefined }
    : { body?: undefined };

type Lines<Types> = "application/x-ndjson" extends keyof Types
  ? { body: string; contentType: "application/x-ndjson" }
  : never;

/** What every call can say. */
interface Common {
  /** Ends the call, waits between attempts included. */
  signal?: AbortSignal | undefined;
  /** Makes a POST repeatable for 24 hours, so that it may be retried. */
  idempotencyKey?: string | undefined;
  /** Carries a change out only if the resource still has this entity tag; otherwise the error is a 412. */
  ifMatch?: string | undefined;
}

/** What a call of an operation says: `path`, `query` and `body` as the operation has them. */
export type CallOptions<M extends Method, P extends keyof paths> = PathPart<Operation<M, P>> &
  QueryPart<Operation<M, P>> &
  BodyPart<Operation<M, P>> &
  Common;

/** Options that may be left out where none of them is needed. */
export type Provided<M extends Method, P extends keyof paths> =
  object extends CallOptions<M, P> ? [options?: CallOptions<M, P>] : [options: CallOptions<M, P>];

/** The media types other than JSON that an operation answers. */
export type TextType<P extends keyof paths> = Exclude<keyof Content<Success<Operation<"get", P>>>, "application/json">;

/** A successful answer. */
export interface Answer<Value> {
  status: number;
  headers: Headers;
  /** Its entity tag; null if it has none. */
  etag: string | null;
  data: Value;
}
