import type { z } from "zod";
import type { Fix } from "../core/channel-failure.ts";
import type { JsonObject } from "../core/json.ts";
import type { Message, MessageItem } from "../core/notice.ts";
import type { Report } from "../core/report.ts";
import type { Preview } from "./preview/preview.ts";
import type { Addresses } from "../core/public-url.ts";
import type { Listing } from "./listing.ts";
import type { ApiBases, OutboundAnswer, OutboundRequest } from "./outbound.ts";

export type { ApiBases, OutboundAnswer, OutboundFile, OutboundRequest } from "./outbound.ts";

export interface Sending<Settings> {
  settings: Settings;
  /** The same on every attempt of one delivery. */
  deliveryId: string;
  message: Message;
  /** Wall clock of this attempt, epoch ms: receivers judge signatures by it. */
  at: number;
  /** The earlier message to bring up to date (`ref` of its `sent`), or null for a new one. */
  edit: string | null;
  /** The second try after the destination refused the message's form: text only. */
  plain: boolean;
  /** Where the channel posts in threads: the one that a new message goes to, null for one that it begins, and its name. */
  thread?: { id: string | null; name: string };
  bases: ApiBases;
}

/** What an attempt was, as far as an answer is judged by it. `threads`: whether the channel posts in threads. */
export interface Judged {
  edit: string | null;
  plain: boolean;
  threads?: boolean;
}

/** A digest to send. */
export interface Reporting<Settings> {
  settings: Settings;
  /** The same on every attempt of one delivery. */
  deliveryId: string;
  /** For people. */
  report: Report;
  /** The same for programs. */
  data: JsonObject;
  /** When the digest was written, epoch ms. */
  writtenAt: number;
  /** Wall clock of this attempt, epoch ms. */
  at: number;
  /** The second try after the destination refused the digest's form: text only, no pictures. */
  plain: boolean;
  bases: ApiBases;
}

/**
 * What an answer means. sent: it arrived; `ref` names it for a later edit. later: a passing failure, retried by the
 * schedule or after `afterSeconds`; `scope` "channel" holds the whole channel back, "egress" means that our address is
 * blocked, not the channel; `fix` says what a person must do first, where the answer tells. reformat: refused for its form, try once as plain text. dead: this message will never be
 * taken. vanished: the message to edit, or the `thread` that it goes to, is not there any more. gone: the channel is no more, for good.
 */
export type Outcome =
  | { kind: "sent"; ref: string | null; pauseSeconds: number; thread?: string }
  | { kind: "later"; afterSeconds: number | null; scope: "delivery" | "channel" | "egress"; reason: string; fix?: Fix }
  | { kind: "reformat"; reason: string }
  | { kind: "dead"; reason: string }
  | { kind: "vanished"; reason: string; thread?: true }
  | { kind: "gone"; reason: string };

/** Whether a delivery's message stands at the destination. */
export interface Question<Settings> {
  request(asking: Pick<Sending<Settings>, "settings" | "deliveryId" | "bases">): OutboundRequest;
  /** `ref` of the message; null where it is not there, or where the destination does not let us look; else try later. */
  found(answer: OutboundAnswer, deliveryId: string): { ref: string | null } | Extract<Outcome, { kind: "later" }>;
}

/** How a message that stands at the destination is deleted. */
export interface Removal<Settings> {
  /** `ref` names the message. */
  request(asking: Pick<Sending<Settings>, "settings" | "bases"> & { ref: string }): OutboundRequest;
  /** "sent": it is there no more. */
  judge(answer: OutboundAnswer): Outcome;
}

/** An API that a kind calls at an address of its own, which a variable of the environment sets. */
interface ApiBase {
  variable: `${string}_BASE_URL`;
  address: string;
  description: string;
  /** Where the demo has it; `{simulator}` is its address. */
  demo: string;
}

/** What a channel of a kind looks like: for tests, the documents and previews. */
export interface ChannelExample<Settings> {
  settings: Settings;
  /** The texts in them that nobody may see. */
  secrets: string[];
  /** What comes back for a message that is taken. */
  took: { status: number; body: string };
  /** How the message is named for a later edit, where the kind edits. */
  ref?: string;
}

/**
 * The contract of a channel kind: pure, each in a folder of its own, listed in the registry. Beside its `kind.ts` a folder has `sim.ts`,
 * the demo's receiver (`sim/inbox/receiver.ts`), and `limits.ts`, what its destination refuses, for the tests.
 */
export interface ChannelKind<Settings = unknown> {
  kind: string;
  title: string;
  /** What a channel is called that nobody named; its title where it is left out. */
  named?: string;
  /** Where people find what the settings ask for. */
  where: string;
  /** The labels of its settings on the page, in this order; what is left out is not asked for there. */
  labels: Partial<Record<keyof Settings & string, string>>;
  example: ChannelExample<Settings>;
  /** Of a bot: how its channels are listed. */
  listing?: Listing;
  /** The API that it calls, where the settings do not say the address. */
  base?: ApiBase;
  /** True for an address that is one of this kind; `local`: it names this machine, so that only its path tells. */
  recognizes?: (address: URL, local: boolean) => boolean;
  /** What its secrets look like wherever they stand: they are left out of what is kept of a request and its answer. */
  secret?: RegExp;
  /** How its chat shows a message; without, a program reads it. */
  preview?: Preview;
  /** What the API takes: URLs of these addresses. */
  settings(addresses: Addresses): z.ZodType<Settings>;
  /** Fills in what a person may leave to the service, from 32 random bytes; `made` is what to show them, once. */
  complete?(settings: Settings, random: Uint8Array): { settings: Settings; made: Record<string, string> };
  /** Changed settings, complete, with what they keep of those before them: receivers need not change at the same moment. */
  rotate?(before: Settings, after: Settings): Settings;
  /** Where messages go, as a text that is another one for another destination; it may be a secret. */
  destination(settings: Settings): string;
  /** Settings that are shared with one destination, and so are not taken along to another. */
  shared?: readonly (keyof Settings & string)[];
  /** The settings as the API shows them: no URL path, token or secret in full. */
  mask(settings: Settings): Record<string, string | boolean>;
  /** True where a sent message can be edited. */
  edits: boolean;
  /** Where a sent message can be deleted: how. */
  removal?: Removal<Settings>;
  /** False where each event is a message of its own. */
  groups: boolean;
  /** What it can use of a report's picture: a PNG file that goes along, an address, or neither. */
  pictures: "file" | "url" | "none";
  /** Of many items those that one message of this form can name, at least one; without it a message holds any number. */
  part?: (message: Message, form: Pick<Sending<Settings>, "at" | "plain">) => MessageItem[];
  render(sending: Sending<Settings>): OutboundRequest;
  /** The request for a digest: a new message, judged as any other. */
  report(reporting: Reporting<Settings>): OutboundRequest;
  judge(answer: OutboundAnswer, sending: Judged): Outcome;
  /** The template of the names of threads, one for each creator; null where messages stand in no threads of their own. */
  threadName?: (settings: Settings) => string | null;
  /** What is asked of the destination once a new message stands; what comes of it changes nothing. Null for nothing. */
  afterwards?: (asking: Pick<Sending<Settings>, "settings" | "bases"> & { ref: string }) => OutboundRequest | null;
  /**
   * How to find out whether a message arrived whose answer never came. "repeat": the same request again answers with the
   * message that is there, and makes no second. A question: the request, and what its answer says. Without, nobody can
   * tell, and the message is sent again.
   */
  recall?: "repeat" | Question<Settings>;
}
