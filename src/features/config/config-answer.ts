import { DOCUMENT_VERSION, type DocumentList } from "./document/export-config.ts";
import { JSON_TYPE, YAML_TYPES } from "./config-body.ts";
import { yamlItem } from "./yaml-text.ts";

/** The format of a configuration document. */
interface Layout {
  begin: string;
  /** The start of a list that is not empty; `next` separates its items. */
  list: (name: string) => string;
  next: string;
  item: (thing: object) => string;
  close: string;
  empty: (name: string) => string;
  end: string;
}

/** One item a line, so that documents can be compared by line. */
const JSON_LAYOUT: Layout = {
  begin: `{\n"version": ${DOCUMENT_VERSION}`,
  list: (name) => `,\n"${name}": [\n`,
  next: ",\n",
  item: (thing) => JSON.stringify(thing),
  close: "\n]",
  empty: (name) => `,\n"${name}": []`,
  end: "\n}\n",
};

const YAML_LAYOUT: Layout = {
  begin: `version: ${DOCUMENT_VERSION}`,
  list: (name) => `\n${name}:\n`,
  next: "\n",
  item: yamlItem,
  close: "",
  empty: (name) => `\n${name}: []`,
  end: "\n",
};

/** Yields the text of a document slice by slice. */
async function* textOf(lists: DocumentList[], layout: Layout): AsyncGenerator<string> {
  yield layout.begin;
  for (const [name, slices] of lists) {
    let started = false;
    for await (const things of slices) {
      if (things.length === 0) continue;
      yield (started ? layout.next : layout.list(name)) + things.map(layout.item).join(layout.next);
      started = true;
    }
    const end = started ? layout.close : layout.empty(name);
    if (end !== "") yield end;
  }
  yield layout.end;
}

/** The configuration as a streamed answer. */
export function configAnswer(lists: DocumentList[], yaml: boolean): Response {
  const texts = textOf(lists, yaml ? YAML_LAYOUT : JSON_LAYOUT);
  const encoder = new TextEncoder();
  const body = new ReadableStream<Uint8Array>({
    async pull(controller) {
      const { done, value } = await texts.next();
      if (done === true) controller.close();
      else controller.enqueue(encoder.encode(value));
    },
    async cancel() {
      await texts.return(undefined);
    },
  });
  return new Response(body, { headers: { "content-type": yaml ? YAML_TYPES[0]! : JSON_TYPE } });
}
