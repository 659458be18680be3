/** A request to a destination; the outbound edge adds the timeout and never follows a redirect. */
export interface OutboundRequest {
  /** A GET and a DELETE have no body. */
  method: "GET" | "POST" | "PATCH" | "DELETE";
  url: string;
  headers: Record<string, string>;
  body: string;
  /** With files it goes out as `multipart/form-data`: the body as `payload_json`, the files as `files[0]`, `files[1]`, … */
  files?: OutboundFile[];
  /** The bytes of the answer that are read, 64 KiB where nothing is said; of a longer one nothing is. */
  mostBytes?: number;
}

/** A file that goes with a request; the body says what it is for. */
export interface OutboundFile {
  name: string;
  type: string;
  bytes: Uint8Array;
}

/** What came back: `status` null where no answer came. Header names are lower case; a `body` that is too long is "". */
export interface OutboundAnswer {
  status: number | null;
  headers: Record<string, string>;
  body: string;
  /** Why no answer came: "timeout", "connection failed", "refused address". */
  error: string | null;
}

/** Where the APIs of the kinds are that have one, by kind. */
export type ApiBases = Readonly<Record<string, string>>;
