import { existsSync, globSync, readdirSync, readFileSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { LANGUAGES } from "../../src/core/language.ts";

const root = join(import.meta.dirname, "../..");

const nameOf = (kind: string): string => kind.replaceAll(/-(\w)/g, (_, letter: string) => letter.toUpperCase());

/** The simulator's receivers. Throws if a kind of channel has none. */
async function receivers(): Promise<string> {
  const { channelKinds } = await import("../../src/channels/registry.ts");
  const kinds = Object.keys(channelKinds);
  const fileOf = (kind: string) => `src/channels/${kind}/sim.ts`;
  const lacking = kinds.filter((kind) => !existsSync(join(root, fileOf(kind))));
  if (lacking.length > 0)
    throw new Error(lacking.map((kind) => `${kind} has no receiver: export it from ${fileOf(kind)}`).join("\n"));
  return `// Made from src/channels/registry.ts.
${kinds.map((kind) => `import { receiver as ${nameOf(kind)} } from "../${fileOf(kind)}";`).join("\n")}
import type { Receiver } from "../sim/inbox/receiver.ts";

/** The receivers of messages, by kind of channel. */
export const receivers: Record<string, Receiver> = {
${kinds.map((kind) => (nameOf(kind) === kind ? `  ${kind},` : `  "${kind}": ${nameOf(kind)},`)).join("\n")}
};
`;
}

const LANGUAGES_FOLDER = join(root, "src/languages");

const rest = LANGUAGES.filter((language) => language !== "en");

interface Catalogue {
  /** Of its words in each language: `section-lives` is exported as `sectionLives`. */
  name: string;
  /** The file in the language's folder that exports it. */
  file: string;
}

/** The catalogues of a language by name: what the files in its folder export. */
function cataloguesOf(language: string): Catalogue[] {
  const folder = join(LANGUAGES_FOLDER, language);
  if (!existsSync(folder))
    throw new Error(`${language} has no words: add src/languages/${language}/, an export a catalogue`);
  return readdirSync(folder)
    .filter((file) => file.endsWith(".ts"))
    .flatMap((file) => {
      const exported = readFileSync(join(folder, file), "utf8").matchAll(/^export const (\w+)/gm);
      return [...exported].map(([, name]) => ({
        name: name!.replaceAll(/[A-Z]/g, (letter) => `-${letter.toLowerCase()}`),
        file,
      }));
    })
    .toSorted((a, b) => (a.name < b.name ? -1 : 1));
}

const wordsOf = (language: string, name: string) => nameOf(`${language}-${name}`);
const wordsImport = (language: string, { name, file }: Catalogue) =>
  `import { ${nameOf(name)} as ${wordsOf(language, name)} } from "../src/languages/${language}/${file}";`;
const entry = (key: string, value: string) => `${/^\w+$/.test(key) ? key : JSON.stringify(key)}: ${value}`;

/** The words of core in each language. They are a separate list, because core imports nothing else. */
function coreTranslations(): string {
  const core = rest.flatMap((language) => {
    const catalogue = cataloguesOf(language).find(({ name }) => name === "core");
    return catalogue === undefined ? [] : [{ language, catalogue }];
  });
  return `// Made from the folders in src/languages.
${core.map(({ language, catalogue }) => wordsImport(language, catalogue)).join("\n")}

/** The words of \`src/core/words.ts\` by language. */
export const coreTranslations = { ${core.map(({ language }) => entry(language, wordsOf(language, "core"))).join(", ")} };
`;
}

function translations(): string {
  const reported = rest.flatMap((language) => cataloguesOf(language).map((catalogue) => ({ language, catalogue })));
  const byCatalogue = Map.groupBy(
    reported.filter(({ catalogue }) => catalogue.name !== "core"),
    ({ catalogue }) => catalogue.name,
  );
  const all = [...byCatalogue].toSorted(([a], [b]) => (a < b ? -1 : 1));
  const row = ([name, languages]: (typeof all)[number]) => {
    const words = languages.map(({ language, catalogue }) => entry(language, wordsOf(language, catalogue.name)));
    return `  ${entry(name, `{ ${words.join(", ")} }`)},`;
  };
  return `// Made from the folders in src/languages.
import type { Language } from "../src/core/language.ts";
${all.flatMap(([, languages]) => languages.map(({ language, catalogue }) => wordsImport(language, catalogue))).join("\n")}

/** The words of each catalogue by language. */
export const translations: Record<string, Partial<Record<Language, object>>> = {
${all.map(row).join("\n")}
};
`;
}

/** What features send themselves: the event types that `message/events.ts` of a feature exports as `events`. */
export function featureEvents(folder = root): string {
  const files = globSync("src/features/*/message/events.ts", { cwd: folder })
    .map((file) => file.replaceAll("\\", "/"))
    .toSorted();
  const names = files.map((file) => nameOf(file.split("/")[2]!));
  return `// Made from the folders in src/features.
${files.map((file, place) => `import { events as ${names[place]} } from "../${file}";`).join("\n")}
import type { EventTypes } from "../src/kinds/event-type.ts";

/** The event types that features send. */
export const featureEvents: EventTypes = { ${names.map((name) => `...${name}`).join(", ")} };
`;
}

/** Lists by path, which would otherwise take a line for each kind and language. */
const lists: Record<string, () => string | Promise<string>> = {
  "build/core-translations.ts": coreTranslations,
  "build/translations.ts": translations,
  "build/feature-events.ts": () => featureEvents(),
  // Last, because the registry depends on the words.
  "build/receivers.ts": receivers,
};

/** Writes the lists that have changed, before anything imports them. */
export async function writeLists(): Promise<void> {
  for (const [path, make] of Object.entries(lists)) {
    const file = join(root, path);
    const text = await make();
    if (!existsSync(file) || readFileSync(file, "utf8") !== text) writeFileSync(file, text);
  }
}
