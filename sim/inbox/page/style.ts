import type { Column } from "../receiver.ts";
import { demoColumns } from "./html.ts";

/** The style of the page around the messages, and of JSON cards. */
const frame = `
* { box-sizing: border-box; }
html, body { height: 100%; margin: 0; }
body { display: flex; flex-direction: column; background: #0c0d10; color: #e8e9ec; font: 15px/1.4 "Inter", "Segoe UI", system-ui, -apple-system, "Noto Sans", sans-serif; }
h1, h2, h3, p, figure { margin: 0; }
img { max-width: 100%; }
.top { display: flex; align-items: center; gap: 12px; padding: 14px 22px 10px; }
.lamp { width: 18px; height: 18px; border-radius: 50%; background: #4a1613; box-shadow: inset 0 0 0 2px #2a0d0b; transition: .4s; }
.lamp.on { background: radial-gradient(circle at 35% 30%, #ff8a80, #ff3b30 60%); box-shadow: 0 0 0 4px #ff3b3026, 0 0 22px 4px #ff3b3099; animation: breathe 2.4s ease-in-out infinite; }
.lost .lamp { background: #555; box-shadow: none; animation: none; }
@keyframes breathe { 50% { box-shadow: 0 0 0 7px #ff3b301a, 0 0 32px 8px #ff3b3066; } }
.top h1 { font-size: 21px; font-weight: 700; letter-spacing: -.02em; }
.top .sub { color: #8b8e98; padding-top: 3px; }
.top .status { margin-left: auto; color: #a5a8b3; font-variant-numeric: tabular-nums; font-size: 13.5px; }
.cast { display: flex; flex-wrap: wrap; gap: 7px; padding: 2px 22px 14px; min-height: 46px; }
.chip { display: flex; align-items: center; gap: 7px; padding: 3px 3px 3px 10px; border-radius: 99px; background: #17181d; border: 1px solid #25272e; font-size: 13px; color: #b7bac4; transition: .3s; }
.chip.on { background: #2a1214; border-color: #6d211e; color: #fff; }
.chip-lamp { width: 8px; height: 8px; border-radius: 50%; background: #3b3e48; transition: .3s; }
.chip.on .chip-lamp { background: #ff453a; box-shadow: 0 0 9px #ff453a; }
.chip-action { font: inherit; font-size: 11.5px; color: #8f93a0; background: #22242b; border: 0; border-radius: 99px; padding: 2px 9px; cursor: pointer; min-width: 54px; }
.chip-action:hover, .chip-action:focus-visible { background: #3a3d48; color: #fff; }
.chip.on .chip-action { background: #4b1a1a; color: #ffb4ae; }
.columns { flex: 1; min-height: 0; display: grid; grid-auto-flow: column; grid-auto-columns: minmax(0, 1fr); gap: 14px; padding: 0 22px 20px; }
.column[hidden] { display: none; }
.column { display: flex; flex-direction: column; min-height: 0; border-radius: 14px; overflow: hidden; border: 1px solid #25272e; }
.column h2 { display: flex; align-items: center; gap: 7px; padding: 12px 16px; font-size: 15px; font-weight: 650; }
.column h2 small { font-weight: 450; font-size: 12.5px; opacity: .6; margin-left: 4px; }
.column h2 .hash { opacity: .5; font-weight: 500; font-size: 18px; line-height: 1; }
.column h2 .count { margin-left: auto; font-size: 12px; font-weight: 550; opacity: .65; font-variant-numeric: tabular-nums; }
.feed { flex: 1; min-height: 0; overflow-y: auto; overflow-wrap: anywhere; padding: 8px 0 18px; scrollbar-width: thin; }
.empty { height: 100%; display: flex; flex-direction: column; align-items: center; justify-content: center; gap: 8px; text-align: center; padding: 24px 40px; opacity: .75; }
.empty h3 { font-size: 16px; }
.empty p { font-size: 13.5px; max-width: 34ch; opacity: .75; }
.empty-lamp { width: 44px; height: 44px; border-radius: 50%; margin-bottom: 6px; background: radial-gradient(circle at 35% 30%, #ff6a5f55, #ff3b3022 60%); box-shadow: inset 0 0 0 2px #ff3b3033; }
.fresh { animation: arrive .45s cubic-bezier(.2,.8,.2,1); }
.changed { animation: change 1.6s ease-out; }
@keyframes arrive { from { opacity: 0; transform: translateY(14px); } }
@keyframes change { from { background-color: #5865f23d; } }
.w-card { margin: 6px 14px 12px; padding: 11px 13px; border-radius: 10px; background: #1a1c21; border: 1px solid #282b33; font-size: 13px; }
.w-head { display: flex; align-items: center; gap: 8px; }
.w-type { font: 600 12.5px ui-monospace, Menlo, Consolas, monospace; color: #ffb4ae; background: #35181a; border-radius: 5px; padding: 2px 7px; }
.w-stamp { margin-left: auto; color: #8b8e98; font-size: 12px; }
.w-meta { display: flex; flex-wrap: wrap; align-items: center; gap: 4px 9px; margin-top: 7px; color: #c9ccd4; }
.w-meta code { font: 11px ui-monospace, Menlo, Consolas, monospace; color: #858995; }
.w-signed { font-size: 11px; color: #7ee2a8; background: #12301f; border-radius: 99px; padding: 1px 8px; }
.w-card summary { cursor: pointer; color: #8b8e98; font-size: 12px; margin-top: 7px; }
.w-json { margin: 5px 0 0; font: 11.5px/1.55 ui-monospace, Menlo, Consolas, "Liberation Mono", monospace; white-space: pre-wrap; color: #8b8e98; }
.j-key { color: #9cc4ff; } .j-string { color: #b9e3a8; } .j-other { color: #ffc48a; }
@media (min-width: 1181px) and (max-width: 1600px) { .columns { grid-auto-flow: column; grid-template-columns: minmax(0, 1.15fr) minmax(0, 1.15fr) minmax(0, 0.8fr); grid-template-rows: minmax(0, 1fr) minmax(0, 1fr); } .column.discord, .column.slack { grid-row: span 2; } }
@media (max-width: 1180px) { .columns { grid-auto-flow: row; grid-template-columns: 1fr 1fr; grid-template-rows: minmax(0, 1fr) minmax(0, 1fr); } }
@media (max-width: 760px) { body, html { height: auto; } .columns { display: flex; flex-direction: column; padding: 0 0 16px; } .column { border-radius: 0; border-width: 1px 0; } .feed { max-height: 75vh; min-height: 160px; } .top, .cast { padding-left: 14px; padding-right: 14px; } .cast { flex-wrap: nowrap; overflow-x: auto; } .chip { flex: none; } .top { flex-wrap: wrap; } .top .status { margin-left: 30px; flex-basis: 100%; } }
@media (prefers-reduced-motion: reduce) { * { animation: none !important; transition: none !important; } }
`;

/** Returns the style of a page with these columns. */
export const inboxStyle = (columns: Column[]): string => {
  const widths = columns
    .filter(({ id }) => demoColumns.has(id))
    .map(({ narrow }) => `minmax(0, ${narrow === true ? ".8" : "1.15"}fr)`);
  return [`.columns { grid-template-columns: ${widths.join(" ")}; }`, frame, ...columns.map(({ style }) => style)].join(
    "\n",
  );
};
