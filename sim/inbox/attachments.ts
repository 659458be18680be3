/** A file of a message. */
export interface Attachment {
  id: string;
  filename: string;
  description?: string;
  content_type: string;
  size: number;
  /** The path in the inbox. */
  path: string;
}

/** A file as uploaded in a form: `files[n]` has number n. */
export interface Upload {
  number: number;
  name: string;
  type: string;
  bytes: Uint8Array<ArrayBuffer>;
}

const capacity = 60;

/** The newest files of messages; older ones are dropped. */
export class Attachments {
  #files = new Map<string, { type: string; bytes: Uint8Array<ArrayBuffer> }>();

  add(id: string, { name, type, bytes }: Upload, description: string): Attachment {
    this.#files.set(id, { type, bytes });
    for (const oldest of this.#files.keys()) {
      if (this.#files.size <= capacity) break;
      this.#files.delete(oldest);
    }
    const path = `/inbox/attachments/${id}/${encodeURIComponent(name)}`;
    const described = description === "" ? {} : { description };
    return { id, filename: name, ...described, content_type: type, size: bytes.length, path };
  }

  find(id: string): { type: string; bytes: Uint8Array<ArrayBuffer> } | undefined {
    return this.#files.get(id);
  }

  clear(): void {
    this.#files.clear();
  }
}
