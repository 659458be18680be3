console.log = (
  (own) =>
  (...all) =>
    /^(live|sent|dead|deliv)/.test(String(all[0])) || own(...all)
)(console.log);
import { engineOnD1, watchMany, tellDiscord } from "../test/support/engine-on-d1.ts";
import { worker } from "./worker.ts";
const N = Number(process.argv[2] ?? 3000);
const T = Date.now() - 3600_000;
const t0 = Date.now();
const e = await engineOnD1(await worker());
await watchMany(e, N * 4);
await tellDiscord(e);
console.log("made", Date.now() - t0);
await e.tick(T);
await e.tick(T + 60000);
e.spent();
await e.tick(T + 120000);
const quiet = e.spent();
const show = (s: any, what: string) => {
  console.log(
    what,
    "read/flip",
    ((s.read - quiet.read) / N).toFixed(2),
    "written/flip",
    ((s.written - quiet.written) / N).toFixed(2),
    "st",
    s.statements,
    "inv",
    s.invocations,
  );
  for (const [k, v] of [...s.by].sort((a: any, b: any) => b[1].read - a[1].read).slice(0, 12))
    console.log(`  ${v.times}x read ${v.read} written ${v.written}: ${k}`);
};
console.log(
  "quiet",
  quiet.read,
  quiet.written,
  quiet.statements,
  quiet.queueOperations,
  "per poll",
  quiet.read / (N * 4),
);
for (let n = 0; n < N; n++) e.live.set(String(7_000_000 + n), "72");
await e.tick(T + 180000);
show(e.spent(), "starts");
e.live.clear();
await e.tick(T + 240000);
show(e.spent(), "off once");
await e.tick(T + 300000);
show(e.spent(), "off twice");
await e.tick(T + 480000);
show(e.spent(), "ended?");
console.log(
  await e.db
    .prepare("select type, count(*) n from events group by type")
    .all()
    .then((r: any) => r.results),
);
await e.stop();
console.log("all", Date.now() - t0);
