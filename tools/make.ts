// Makes what is made from the code and is not in git, in build/ and for the client. `made.ts` runs it where it is needed.
import { existsSync, mkdirSync, writeFileSync } from "node:fs";
import { join } from "node:path";

const build = join(import.meta.dirname, "../build");

// The code that makes them imports them.
const FIRST = {
  "asset-names.ts": 'export const STYLE = "page.css";\nexport const SCRIPT = "page.js";\n',
  "docs-files.ts": ["DOCUMENT_TAG", "PAGE_TAG", "PAGE_STYLE", "PAGE_SCRIPT"]
    .map((name) => `export const ${name}: string = "";\n`)
    .join(""),
};
mkdirSync(build, { recursive: true });
for (const [name, text] of Object.entries(FIRST))
  if (!existsSync(join(build, name))) writeFileSync(join(build, name), text);

const { writeLists } = await import("./openapi/lists.ts");
await writeLists();
const { places, writeBuilt, writeClient } = await import("./openapi/write.ts");
await writeBuilt();
if (process.argv.includes("client")) writeClient(places.served, places.client);
