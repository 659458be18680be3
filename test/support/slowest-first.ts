import { BaseSequencer, type TestSpecification } from "vitest/node";

/** The files that took longest when they were last measured; then folders of processes, browsers and simulated days. */
const SLOW = [
  /\/(?:start(?:-refusals)?|pages|journeys|inbox|backup|adaptive|live|crash|platform-faults|requests)\.test/,
  /\/test\/(?:system|host|browser|fuzz)\/|doc-commands|pages-cost/,
  /\/test\/(?:flows|contracts)\//,
];

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
