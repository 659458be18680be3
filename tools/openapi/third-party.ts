import { readdirSync, readFileSync } from "node:fs";
import { join } from "node:path";
import { bundledPackages } from "../../host/runtime/bundle.ts";

const root = join(import.meta.dirname, "../..");
const LINE = "-".repeat(80);

const BEGIN = `Tallylight holds code of these packages, and letters of this font, under their own terms.
Written by npm run openapi from what is bundled.
`;

/** The license texts that a package contains. Throws if it has none, because someone then has to check. */
export function termsOf(folder: string): string {
  const { name, version, license } = JSON.parse(readFileSync(join(root, folder, "package.json"), "utf8")) as {
    name: string;
    version: string;
    license: string;
  };
  const files = readdirSync(join(root, folder)).filter((file) => /^(licen[cs]e|copying|notice)/i.test(file));
  if (files.length === 0) throw new Error(`${name} brings no license file: its terms must be added by hand`);
  const texts = files.toSorted().map((file) => readFileSync(join(root, folder, file), "utf8").trim());
  return [LINE, `${name} ${version} (${license})`, LINE, "", ...texts, ""].join("\n");
}

/** The notices for deployed code: licenses of all packages and fonts in it. */
export async function thirdParty(): Promise<string> {
  const packages = (await bundledPackages("src/worker.ts")).map(termsOf);
  const font = readFileSync(join(root, "src/pictures/font-license.txt"), "utf8").trim();
  return [BEGIN, ...packages, LINE, "Inter, the letters of pictures (OFL-1.1)", LINE, "", font, ""]
    .join("\n")
    .replaceAll("\r\n", "\n");
}
