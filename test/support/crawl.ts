import { pages } from "../../src/wiring/pages/pages.ts";

/** An address that a link led to, and the response. */
export interface Reached {
  address: string;
  /** The declared path of the page. */
  path: string;
  status: number;
  type: string;
  text: string;
}

const patterns = pages
  .filter(({ method }) => method === "get")
  .map(({ path }) => ({
    path,
    matches: new RegExp(`^${path.replaceAll(".", "\\.").replaceAll(/\{\w+\}/g, "[^/.]+")}$`),
  }));

/** If two paths match, the one declared first, as in the pages' own lookup. */
const declaredAt = (pathname: string): string | undefined =>
  patterns.find(({ matches }) => matches.test(pathname))?.path;

/** Filters are visited once per word they can have; ids, cursors and names once for all. */
function shapeOf({ searchParams }: URL): string {
  const reported = [...searchParams].map(([name, value]) =>
    /^[a-z.-]{1,20}$|^\d{1,2}$/.test(value) ? `${name}=${value}` : name,
  );
  return [...new Set(reported)].sort().join("&");
}

const ENTITIES: Record<string, string> = { "&lt;": "<", "&gt;": ">", "&quot;": '"', "&#39;": "'", "&amp;": "&" };

/** The targets of links, and of forms that only look something up. */
const linksIn = (text: string): string[] =>
  [...text.matchAll(/<a [^>]*?href="([^"]*)"|<form [^>]*?method="get" action="([^"]*)"/g)].map(([, href, action]) =>
    (href ?? action!).replaceAll(/&(?:lt|gt|quot|#39|amp);/g, (one) => ENTITIES[one]!),
  );

/**
 * Requests these addresses and follows all internal links, to each listed page once per kind of query. Links to
 * unlisted addresses are in `astray`.
 */
export async function crawl(
  ask: (address: string) => Promise<Response>,
  begins: string[],
): Promise<{ reached: Reached[]; astray: string[] }> {
  const seen = new Set<string>();
  const [reached, astray]: [Reached[], Set<string>] = [[], new Set()];
  const places: URL[] = [];
  const left = [...begins];
  for (let nth = 0; nth < left.length; nth++) {
    const address = left[nth]!;
    const url = new URL(address, "http://own.test");
    const path = declaredAt(url.pathname);
    if (path === undefined) {
      if (!["/docs", "/openapi.json", "/assets/third-party.txt"].includes(url.pathname)) astray.add(address);
      continue;
    }
    const shape = `${path}?${shapeOf(url)}`;
    if (nth >= begins.length && seen.has(shape)) continue;
    seen.add(shape);
    const response = await ask(url.pathname + url.search);
    const text = await response.text();
    const type = (response.headers.get("content-type") ?? "").split(";")[0]!;
    const to = response.headers.get("location");
    reached.push({ address: url.pathname + url.search, path, status: response.status, type, text });
    const links = type === "text/html" ? linksIn(text) : [];
    for (const href of to === null ? links : [to]) {
      const next = URL.parse(href, url);
      if (next?.host !== url.host) {
        astray.add(href);
        continue;
      }
      left.push(next.pathname + next.search);
      if (next.hash !== "") places.push(next);
    }
  }
  // A fragment exists, or the link leads to the start of the page.
  const texts = new Map(reached.map(({ address, text }) => [address, text]));
  for (const { pathname, search, hash } of places) {
    const address = pathname + search;
    const text = texts.get(address) ?? (await (await ask(address)).text());
    texts.set(address, text);
    if (!text.includes(`id="${hash.slice(1)}"`)) astray.add(address + hash);
  }
  return { reached, astray: [...astray] };
}

/** Declared pages that no link led to. */
export const unreached = (reached: Reached[]): string[] =>
  patterns.map(({ path }) => path).filter((path) => !reached.some((one) => one.path === path));
