import { readdirSync, readFileSync } from "node:fs";
import { join } from "node:path";
import { bundledPackages } from "../host/bundle.ts";

const root = join(import.meta.dirname, "../..");
const LINE = "-".repeat(80);

const BEGIN = `Tallylight holds code of these packages, and letters of this font, under their own terms.
Written by npm run openapi from what is bundled.
`;

/** The terms of a package, as it brings them. Throws where it brings none: then somebody has to look. */
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

/** What must go along with the script and the files that are deployed: the terms of every package and font in them. */
export async function thirdParty(): Promise<string> {
  const packages = (await bundledPackages("src/worker.ts")).map(termsOf);
  const font = readFileSync(join(root, "src/pictures/font-license.txt"), "utf8").trim();
  return [BEGIN, ...packages, LINE, "Inter, the letters of pictures (OFL-1.1)", LINE, "", font, ""]
    .join("\n")
    .replaceAll("\r\n", "\n");
}
