import { createHash } from "node:crypto";
import { readdirSync, readFileSync } from "node:fs";
import { join } from "node:path";
import { transformSync, type Loader } from "esbuild";
import { keysScript } from "../../src/features/more/keys-script.ts";
import { partsScript } from "../../src/ui/parts-script.ts";
import { planScript } from "../../src/features/plan/page/plan-script.ts";
import { script } from "../../src/ui/script.ts";

const STYLES_FOLDER = join(import.meta.dirname, "../../src/ui/styles");

/** The order matters: later rules win. Files that are not listed follow, by name. */
const ORDERED = [
  "tokens",
  "ground",
  "shell",
  "pieces",
  "charts",
  "plots",
  "door",
  "late",
  "void",
  "now",
  "creators",
  "one",
  "search",
  "wall",
  "first-steps",
  "message",
  "alerts",
  "messages",
  "plan",
];

const STYLES = [
  ...ORDERED,
  ...readdirSync(STYLES_FOLDER)
    .map((file) => file.replace(/\.css$/, ""))
    .filter((name) => !ORDERED.includes(name))
    .toSorted(),
];

/** Classes for positions in percent, because style attributes are not allowed. */
const PLACES = Array.from({ length: 101 }, (_, n) => `.at-x${n}{left:${n}%}.at-y${n}{top:${n}%}`).join("\n");

/** Each is wrapped in a function of its own, so that names do not clash. */
const SCRIPTS = [script, keysScript, partsScript, planScript];

const small = (text: string, loader: Loader): string => transformSync(text, { loader, minify: true }).code;

/** Short hash of a file. It is part of the file's name, so browsers can cache it forever. */
const digestOf = (text: string): string => createHash("sha256").update(text).digest("hex").slice(0, 16);

/** The style and script of all pages, and the module with their names. */
export function pageFiles(): { style: string; script: string; names: string } {
  const texts = STYLES.map((name) => readFileSync(join(STYLES_FOLDER, `${name}.css`), "utf8"));
  const style = small([PLACES, ...texts].join("\n"), "css");
  const whole = small(SCRIPTS.map((one) => `(() => {${one}})();`).join("\n"), "js");
  const names = `// Made from the code.

/** The style of every page, named after what it holds. */
export const STYLE = "page-${digestOf(style)}.css";

/** The script of every page. */
export const SCRIPT = "page-${digestOf(whole)}.js";
`;
  return { style, script: whole, names };
}
