import { Attachments, type Attachment } from "./attachments.ts";

/** What a chat shows by itself: an answer to a person, a notice, or what somebody wrote. */
export interface Said {
  /** Who asked. */
  by: string;
  /** The command, or the label of the pressed button. */
  asked: string;
  /** True if nobody else sees it. */
  alone: boolean;
  /** True until a late answer arrives. */
  waits?: true;
  /** Why there is no answer, in the service's words. */
  failed?: string;
  /** What a service shows for a moment above the chat. */
  toast?: string;
}

/** A message that a receiver accepted; `index` counts from 1 since the last reset. */
export interface InboxEntry {
  index: number;
  id: string;
  at: string;
  channelKind: string;
  path: string;
  method: string;
  body: unknown;
  text: string;
  headers: Record<string, string>;
  /** The id of the message that this entry edits. */
  editOf?: string;
  /** True if this entry deletes the message. */
  deleted?: true;
  /** The message after the edit. */
  message?: Record<string, unknown>;
  /** The files of the message. */
  attachments?: Attachment[];
  /** Set for what is no message of Tallylight to a channel. */
  said?: Said;
}

export type Arrival = Omit<InboxEntry, "index" | "at">;

const capacity = 2000;

/** The latest 2,000 messages. */
export class Inbox {
  readonly attachments = new Attachments();
  /** The webhooks of Telegram's bots, by the bot's id. They outlive a reset, as they would at Telegram. */
  readonly hooks = new Map<string, { url: string; secret: string }>();
  readonly #wallNow: () => number;
  #entries: InboxEntry[] = [];
  #total = 0;
  #emptiedAt = 0;

  constructor(wallNow: () => number) {
    this.#wallNow = wallNow;
    this.#emptiedAt = wallNow();
  }

  add(arrival: Arrival): InboxEntry {
    this.#total++;
    const entry = { index: this.#total, at: new Date(this.#wallNow()).toISOString(), ...arrival };
    this.#entries.push(entry);
    if (this.#entries.length > capacity) this.#entries.splice(0, this.#entries.length - capacity);
    return entry;
  }

  /** Returns the latest entry of a message, including its edits. */
  find(channelKind: string, id: string): InboxEntry | undefined {
    return this.#entries.findLast((entry) => entry.channelKind === channelKind && entry.id === id);
  }

  /** The same of a message that was not deleted. */
  present(channelKind: string, id: string): InboxEntry | undefined {
    const entry = this.find(channelKind, id);
    return entry?.deleted === true ? undefined : entry;
  }

  /** Returns the entries after an index, oldest first. */
  since(index: number): InboxEntry[] {
    return this.#entries.filter((entry) => entry.index > index);
  }

  get size(): number {
    return this.#entries.length;
  }

  /** Changes when the inbox is cleared, so that a page knows to start over. */
  get epoch(): number {
    return this.#emptiedAt;
  }

  clear(): void {
    this.#entries = [];
    this.#total = 0;
    this.attachments.clear();
    this.#emptiedAt = this.#wallNow();
  }
}
