import { BaseSequencer, type TestSpecification } from "vitest/node";

/** Folders whose files take longest, slowest first: they start processes, hosts and browsers, or live through days. */
const SLOW = [/\/test\/system\//, /\/test\/(?:host|browser|fuzz)\/|doc-commands/, /\/test\/(?:flows|contracts)\//];

const rankOf = ({ moduleId }: TestSpecification): number => {
  const rank = SLOW.findIndex((folder) => folder.test(moduleId.replaceAll("\\", "/")));
  return rank === -1 ? SLOW.length : rank;
};

/** Begins with the slow files, so that at the end no worker is left alone with one of them. */
export class SlowestFirst extends BaseSequencer {
  override async sort(files: TestSpecification[]): Promise<TestSpecification[]> {
    return (await super.sort(files)).toSorted((a, b) => rankOf(a) - rankOf(b));
  }
}
