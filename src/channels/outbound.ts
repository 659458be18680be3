/** Headers of every request to a destination. */
export const jsonHeaders: Record<string, string> = {
  "content-type": "application/json",
  "user-agent": "Tallylight/0.1",
};

/** A request to a destination. The sender adds a timeout and never follows redirects. */
export interface OutboundRequest {
  /** GET and DELETE have no body. */
  method: "GET" | "POST" | "PUT" | "PATCH" | "DELETE";
  url: string;
  headers: Record<string, string>;
  body: string;
  /**
   * With files, it is sent as `multipart/form-data`: body as `payload_json`, files as `files[0]`, `files[1]` and so on.
   */
  files?: OutboundFile[];
  /** Limit on the answer in bytes. Default: 64 KiB. A longer one is not read. */
  mostBytes?: number;
}

/** A file of a request. The body refers to it. */
export interface OutboundFile {
  name: string;
  type: string;
  bytes: Uint8Array;
}

/** The answer. `status` is null without one. Header names are in lower case; a `body` that is too long is "". */
export interface OutboundAnswer {
  status: number | null;
  headers: Record<string, string>;
  body: string;
  /** Why there was no answer: "timeout", "connection failed", "refused address". */
  error: string | null;
}

/** Addresses of the APIs, by kind. */
export type ApiBases = Readonly<Record<string, string>>;
