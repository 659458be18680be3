import type { Hono } from "hono";
import type { Inbox } from "./inbox.ts";
import type { JsonObject } from "./json.ts";

/** How the demo sets up a channel kind by itself. */
interface Demo {
  /** The channel's name. */
  name: string;
  /** Whom its alerts about live streams mention. */
  mention: string | null;
  /** True if it gets a digest and the trends as well. */
  digest: boolean;
}

/** A channel of the demo, as listed in `/inbox/demo.json`. */
export interface DemoChannel extends Demo {
  kind: string;
  settings: Record<string, string>;
}

/** A column of the inbox page; kinds of the same chat share one by its `id`. */
export interface Column {
  /** Letters only: part of ids and classes on the page. */
  id: string;
  title: string;
  /** The symbol, the name and the small print above it. */
  heading: [sign: string, name: string, small: string];
  /** The text of an empty column: a title and a sentence. */
  empty: [title: string, text: string];
  /**
   * Browser code that declares `name(entry, message, edited)`, which returns the element of a message; see
   * `page/client-dom.ts`.
   */
  drawing: { name: string; script: string };
  /** Its CSS. */
  style: string;
  /** True if it needs less room than a chat. */
  narrow?: true;
}

/**
 * The simulated destination of a channel kind. Each is the `receiver` in `src/channels/<kind>/sim.ts`, and shares no
 * code with the sender, so that it finds the sender's mistakes.
 */
export interface Receiver {
  /** Its requests arrive under `/inbox/{path}/`. */
  path: string;
  /** The name for its faults in the controls. */
  fault: string;
  routes: (inbox: Inbox, wallNow: () => number) => Hono;
  /** The body that goes with the status of a fault. */
  words: (status: number, retryAfter: number | undefined) => string;
  /** Why it would refuse an answer in its chats; undefined if it would accept it. */
  refuses?: (message: JsonObject) => unknown;
  /** The settings of a channel that sends to this receiver. */
  settings: (simulator: string) => Record<string, string>;
  demo?: Demo;
  column: Column;
}
