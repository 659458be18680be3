// The entry of the packed tool. It must run on any Node.js, to report which version is needed.
import { reportFailure, watchFailures } from "../failure.ts";

const OLDEST = 20;

if (Number(process.versions.node.split(".")[0]) < OLDEST) {
  console.error(`Tallylight needs Node.js ${OLDEST} or newer, and this is ${process.versions.node}: update Node.js.`);
  process.exitCode = 1;
} else {
  watchFailures();
  // A path that bundlers do not follow, because the build writes the two files separately.
  const file = "./main.js";
  (import(file) as Promise<typeof import("./main.ts")>)
    .then(({ main }) => main(process.argv.slice(2)))
    .catch(reportFailure);
}
