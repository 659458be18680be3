import { send, type Requested, type Sender } from "./request.ts";
import { pause, type RetryPolicy } from "./retry.ts";
import type { Answer, Data, Provided, Item, ListPath, Method, PathWith, TextType } from "./types.ts";

export interface ClientOptions extends Partial<RetryPolicy> {
  /** Where Tallylight runs: `http://127.0.0.1:8787`. A path in it is kept. */
  baseUrl: string;
  /** An API token. */
  token: string;
  /** Sends the requests; by default the global `fetch`. */
  fetch?: Sender["fetch"];
  /** The longest wait for the answer to one attempt, ms. Default: 30,000. */
  timeoutMs?: number;
}

/** Methods throw TallylightError for an error answer, and what `fetch` threw where no answer came. */
export interface Client {
  get<P extends PathWith<"get">>(path: P, ...options: Provided<"get", P>): Promise<Data<"get", P>>;
  post<P extends PathWith<"post">>(path: P, ...options: Provided<"post", P>): Promise<Data<"post", P>>;
  put<P extends PathWith<"put">>(path: P, ...options: Provided<"put", P>): Promise<Data<"put", P>>;
  patch<P extends PathWith<"patch">>(path: P, ...options: Provided<"patch", P>): Promise<Data<"patch", P>>;
  delete<P extends PathWith<"delete">>(path: P, ...options: Provided<"delete", P>): Promise<Data<"delete", P>>;
  /** The same with status, headers and entity tag. */
  answer<M extends Method, P extends PathWith<M>>(
    method: M,
    path: P,
    ...options: Provided<M, P>
  ): Promise<Answer<Data<M, P>>>;
  /** Reads what has changed since the answer with this entity tag; null if nothing has. */
  changed<P extends PathWith<"get">>(
    path: P,
    etag: string,
    ...options: Provided<"get", P>
  ): Promise<Answer<Data<"get", P>> | null>;
  /** Reads another media type than JSON, such as a table in CSV. */
  text<P extends PathWith<"get">>(path: P, type: TextType<P>, ...options: Provided<"get", P>): Promise<string>;
  /** Every item of a list, page by page. */
  list<P extends ListPath>(path: P, ...options: Provided<"get", P>): AsyncGenerator<Item<P>, void, undefined>;
  /** Every page of a list. */
  pages<P extends ListPath>(path: P, ...options: Provided<"get", P>): AsyncGenerator<Data<"get", P>, void, undefined>;
}

const DEFAULTS = { retries: 3, longestWaitMs: 60_000, timeoutMs: 30_000 };

/** As many items as a page can have. */
const PAGE = 200;

interface Page {
  items: unknown[];
  nextCursor: string | null;
}

/** Creates a client. Throws a TypeError if the address or the token is missing. */
export function createClient(options: ClientOptions): Client {
  const { baseUrl, token } = options;
  if (!URL.canParse(baseUrl)) throw new TypeError("baseUrl must be an address such as http://127.0.0.1:8787");
  if (typeof token !== "string" || token.trim() === "") throw new TypeError("token must be an API token");
  const sender: Sender = {
    retries: options.retries ?? DEFAULTS.retries,
    longestWaitMs: options.longestWaitMs ?? DEFAULTS.longestWaitMs,
    timeoutMs: options.timeoutMs ?? DEFAULTS.timeoutMs,
    sleep: options.sleep ?? pause,
    random: options.random ?? Math.random,
    fetch: options.fetch ?? ((url, init) => fetch(url, init)),
    now: () => Date.now(),
    baseUrl: new URL(baseUrl),
    token: token.trim(),
  };

  const answer = async (method: string, path: string, requested: Requested = {}): Promise<Answer<unknown>> => {
    const response = await send(sender, method.toUpperCase(), path, requested);
    const { status, headers } = response;
    const text = status === 204 || status === 304 ? "" : await response.text();
    const data: unknown = text === "" ? undefined : JSON.parse(text);
    return { status, headers, etag: headers.get("etag"), data };
  };
  const dataOf = (method: string) => async (path: string, requested?: Requested) =>
    (await answer(method, path, requested)).data;

  async function* pages(path: string, requested: Requested = {}): AsyncGenerator<Page> {
    let cursor = requested.query?.["cursor"];
    do {
      const query = { limit: PAGE, ...requested.query, cursor };
      const page = (await answer("get", path, { ...requested, query })).data as Page;
      yield page;
      cursor = page.nextCursor;
    } while (cursor !== null);
  }

  const client = {
    get: dataOf("get"),
    post: dataOf("post"),
    put: dataOf("put"),
    patch: dataOf("patch"),
    delete: dataOf("delete"),
    answer,
    async changed(path: string, etag: string, requested: Requested = {}) {
      const arrived = await answer("get", path, { ...requested, ifNoneMatch: etag });
      return arrived.status === 304 ? null : arrived;
    },
    text: async (path: string, type: string, requested: Requested = {}) =>
      (await send(sender, "GET", path, { ...requested, accept: type })).text(),
    pages,
    async *list(path: string, requested?: Requested) {
      for await (const { items } of pages(path, requested)) yield* items;
    },
  };
  // The types of paths hold at the calls; here every path is a text.
  return client as unknown as Client;
}
