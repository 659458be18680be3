// Loaded before a script of the checkout, which only Node.js 22.18 and newer run. `npm ci` installs one, where it can.
const [major, minor] = process.versions.node.split(".").map(Number);

if (major < 22 || (major === 22 && minor < 18)) {
  console.error(
    `This checkout needs Node.js 22.18 or newer, and this is ${process.versions.node}: run \`npm ci\` without omitting optional or development packages, which installs one, or update Node.js.`,
  );
  process.exit(1);
}
