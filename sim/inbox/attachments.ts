/** A file that came with a message. */
export interface Attachment {
  id: string;
  filename: string;
  description?: string;
  content_type: string;
  size: number;
  /** Where the inbox serves it. */
  path: string;
}

/** A file as a form brings it: `files[n]` is number n. */
export interface Upload {
  number: number;
  name: string;
  type: string;
  bytes: Uint8Array<ArrayBuffer>;
}

const capacity = 60;

/** The newest files of messages; the page shows what of them is left. */
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
