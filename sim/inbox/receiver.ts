import type { Hono } from "hono";
import type { Inbox } from "./inbox.ts";

/** What the demo makes of a channel kind without being asked. */
interface Demo {
  /** The channel's name. */
  name: string;
  /** Whom its alerts of live streams mention. */
  mention: string | null;
  /** True where it gets a digest and the trends too. */
  digest: boolean;
}

/** A channel of the demo, as `/inbox/demo.json` lists them. */
export interface DemoChannel extends Demo {
  kind: string;
  settings: Record<string, string>;
}

/** A column of the inbox page; kinds of one chat share one, by its `id`. */
export interface Column {
  /** Letters: part of ids and classes of the page. */
  id: string;
  title: string;
  /** The sign, the name and the small print above it. */
  heading: [sign: string, name: string, small: string];
  /** What stands in it while there is nothing: a title and a sentence. */
  empty: [title: string, text: string];
  /** Browser code that declares `name(entry, message, edited)`, which makes the element of a message; see `page/client-dom.ts`. */
  drawing: { name: string; script: string };
  /** Its CSS. */
  style: string;
  /** True for one that needs less room than a chat. */
  narrow?: true;
}

/**
 * The other side of a channel kind: what its destination does with requests. Each is `receiver` in `src/channels/<kind>/sim.ts`, and
 * shares nothing with the code that sends, so that it finds what is wrong with it.
 */
export interface Receiver {
  /** Its requests come under `/inbox/{path}/`. */
  path: string;
  /** The name under which the controls give it faults. */
  fault: string;
  routes: (inbox: Inbox, wallNow: () => number) => Hono;
  /** What it says along with a status that a fault asks for. */
  words: (status: number, retryAfter: number | undefined) => string;
  /** Settings of a channel that leads here. */
  settings: (simulator: string) => Record<string, string>;
  demo?: Demo;
  column: Column;
}
