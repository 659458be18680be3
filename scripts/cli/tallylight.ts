// The first file of the packed tool: it must run on any Node.js, to say which one is needed.
const OLDEST = 20;

if (Number(process.versions.node.split(".")[0]) < OLDEST) {
  console.error(`Tallylight needs Node.js ${OLDEST} or newer, and this is ${process.versions.node}: update Node.js.`);
  process.exitCode = 1;
} else {
  // A path that no bundler follows: the build writes this file and that one apart.
  const file = "./main.js";
  (import(file) as Promise<typeof import("./main.ts")>)
    .then(({ main }) => main(process.argv.slice(2)))
    .catch(console.error);
}

export {};
