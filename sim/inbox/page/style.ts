/** The look of the page around the messages. */
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
.columns { flex: 1; min-height: 0; display: grid; grid-template-columns: minmax(0, 1.15fr) minmax(0, 1.15fr) minmax(0, .8fr); gap: 14px; padding: 0 22px 20px; }
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
@media (max-width: 1180px) { .columns { grid-template-columns: 1fr 1fr; grid-template-rows: minmax(0, 1fr) 260px; } .column.webhook { grid-column: 1 / -1; } }
@media (max-width: 760px) { body, html { height: auto; } .columns { display: flex; flex-direction: column; padding: 0 0 16px; } .column { border-radius: 0; border-width: 1px 0; } .feed { max-height: 75vh; min-height: 160px; } .top, .cast { padding-left: 14px; padding-right: 14px; } .cast { flex-wrap: nowrap; overflow-x: auto; } .chip { flex: none; } .top { flex-wrap: wrap; } .top .status { margin-left: 30px; flex-basis: 100%; } }
@media (prefers-reduced-motion: reduce) { * { animation: none !important; transition: none !important; } }
`;

const discord = `
.discord { background: #313338; color: #dbdee1; font-family: "gg sans", "Noto Sans", "Helvetica Neue", Helvetica, Arial, sans-serif; }
.discord h2 { border-bottom: 1px solid #26272b; color: #f2f3f5; box-shadow: 0 1px 2px #0003; z-index: 1; }
.discord a { color: #00a8fc; text-decoration: none; }
.discord a:hover { text-decoration: underline; }
.d-message { display: flex; gap: 16px; padding: 7px 18px 7px 16px; font-size: 15px; line-height: 1.375; }
.d-message:hover { background: #2e3035; }
.d-message.mentioned { background: #444037; box-shadow: inset 2px 0 #f0b232; }
.d-avatar, .s-avatar { flex: none; overflow: hidden; background: radial-gradient(circle at 44% 40%, #ff9a91 0, #ff3b30 26%, #b5160d 37%, #1b1c20 38%); background-color: #1b1c20; }
.d-avatar { width: 40px; height: 40px; border-radius: 50%; margin-top: 2px; }
.d-avatar img, .s-avatar img { width: 100%; height: 100%; object-fit: cover; }
.d-main { min-width: 0; flex: 1; }
.d-head { display: flex; align-items: center; gap: 6px; }
.d-user { color: #f2f3f5; font-weight: 550; }
.d-app { background: #5865f2; color: #fff; font-size: 10px; font-weight: 650; border-radius: 3px; padding: 1px 4.5px; line-height: 1.3; }
.d-stamp { color: #949ba4; font-size: 12px; margin-left: 3px; }
.d-silent { color: #949ba4; font-size: 11px; border: 1px solid #4e5058; border-radius: 3px; padding: 0 4px; }
.d-content, .d-desc, .d-value { white-space: pre-wrap; }
.d-edited { font-size: 10.5px; color: #949ba4; margin-top: 3px; }
.d-pill { background: #3c4270; color: #c9cdfb; font-weight: 500; border-radius: 3px; padding: 0 3px; }
.d-time { background: #ffffff0f; border-radius: 3px; padding: 0 3px; }
.d-code, .d-pre { background: #2b2d31; border-radius: 4px; font: .87em Consolas, "Liberation Mono", Menlo, monospace; }
.d-code { padding: .1em .3em; }
.d-pre { line-height: 1.35; border: 1px solid #1e1f22; padding: 8px; margin: 4px 0; white-space: pre-wrap; }
.d-embed .d-pre { font-size: 12px; }
.d-spoiler { background: #1e1f22; color: transparent; border-radius: 3px; }
.d-spoiler:hover { background: #ffffff1a; color: inherit; }
.d-quote { display: inline-block; border-left: 4px solid #4e5058; border-radius: 2px; padding-left: 9px; }
.d-subtext { font-size: .82em; color: #949ba4; }
.d-h1 { font-size: 1.4em; font-weight: 700; } .d-h2 { font-size: 1.2em; font-weight: 700; } .d-h3 { font-weight: 700; }
.d-item::before { content: "•"; margin: 0 8px 0 4px; }
.d-embed { display: flex; gap: 14px; max-width: 520px; margin-top: 6px; background: #2b2d31; border-left: 4px solid #1e1f22; border-radius: 4px; padding: 10px 16px 14px 12px; font-size: 14px; transition: border-color .4s; }
.d-body { min-width: 0; flex: 1; }
.d-author { display: flex; align-items: center; gap: 8px; margin-top: 4px; font-size: 13.5px; font-weight: 600; }
.d-author a, .d-author span { color: #f2f3f5; }
.d-icon { width: 22px; height: 22px; border-radius: 50%; }
.d-title { margin-top: 6px; font-size: 15.5px; font-weight: 650; color: #f2f3f5; }
.d-desc { margin-top: 6px; }
.d-fields { display: grid; grid-template-columns: repeat(3, minmax(0, 1fr)); gap: 8px; margin-top: 9px; }
.d-field { grid-column: 1 / -1; min-width: 0; }
.d-field.inline { grid-column: span 1; }
.d-field.inline:last-child:nth-child(3n + 1) { grid-column: 1 / -1; }
.d-name { font-weight: 600; font-size: 13.5px; color: #f2f3f5; margin-bottom: 2px; }
.d-image { display: block; clear: both; margin-top: 14px; border-radius: 4px; max-height: 320px; }
.d-thumb { float: right; margin-left: 14px; width: 76px; height: 76px; object-fit: cover; border-radius: 4px; margin-top: 6px; }
.d-footer { display: flex; align-items: center; gap: 8px; margin-top: 9px; font-size: 12px; color: #b5bac1; }
.d-row { display: flex; flex-wrap: wrap; gap: 8px; margin-top: 8px; }
.discord .d-button { display: inline-flex; align-items: center; gap: 7px; background: #4e5058; color: #fff; border-radius: 8px; padding: 6px 14px; font-size: 13.5px; font-weight: 500; }
.discord a.d-button:hover { background: #6d6f78; text-decoration: none; }
.d-button.s1 { background: #5865f2; } .d-button.s3 { background: #248046; } .d-button.s4 { background: #da373c; }
.d-out { opacity: .75; font-size: .95em; }
@media (max-width: 760px) { .d-message { gap: 12px; padding: 7px 8px 7px 12px; } .d-embed { padding: 8px 8px 12px; } .d-pre { padding: 6px; } }
.d-rule { border: 0; border-top: 1px solid #4e505866; margin: 8px 0; }
`;

const slack = `
.slack { background: #fff; color: #1d1c1d; font-family: "Slack-Lato", "Lato", "Noto Sans", "Helvetica Neue", Helvetica, Arial, sans-serif; }
.slack h2 { border-bottom: 1px solid #e7e7e8; }
.slack .empty-lamp { background: radial-gradient(circle at 35% 30%, #ff6a5f66, #ff3b3033 60%); }
.s-message { display: flex; gap: 9px; padding: 8px 20px; font-size: 15px; line-height: 1.466; }
.s-message:hover { background: #f8f8f8; }
.slack .changed { animation-name: change-light; }
@keyframes change-light { from { background-color: #fff3c4; } }
.s-avatar { width: 36px; height: 36px; border-radius: 8px; margin-top: 3px; }
.s-main { min-width: 0; flex: 1; }
.s-head { display: flex; align-items: baseline; gap: 6px; }
.s-user { font-weight: 800; }
.s-app { background: #e8e8e8; color: #616061; font-size: 10px; font-weight: 700; border-radius: 2px; padding: 1px 3px; align-self: center; }
.s-stamp, .s-small, .s-edited { font-size: 12px; color: #616061; }
.s-link { color: #1264a3; text-decoration: none; }
.s-link:hover { text-decoration: underline; }
.s-bold { font-weight: 700; }
.s-text, .s-field { white-space: pre-wrap; }
.s-header { font-size: 18px; font-weight: 800; line-height: 1.33; margin: 6px 0 4px; }
.s-section { display: flex; gap: 14px; margin: 4px 0; }
.s-section > .s-text { flex: 1; min-width: 0; }
.s-accessory img { width: 84px; height: 84px; object-fit: cover; border-radius: 6px; }
.s-fields { display: grid; grid-template-columns: repeat(2, minmax(0, 1fr)); gap: 8px 16px; max-width: 540px; margin-top: 4px; }
.s-context { display: flex; flex-wrap: wrap; align-items: center; gap: 8px; font-size: 13px; color: #616061; margin: 5px 0; }
.s-mini { width: 20px; height: 20px; border-radius: 3px; object-fit: cover; }
.s-rule { border: 0; border-top: 1px solid #ddd; margin: 10px 0; }
.s-actions { display: flex; flex-wrap: wrap; gap: 8px; margin: 8px 0; }
.s-button { border: 1px solid #1d1c1d4d; border-radius: 6px; color: #1d1c1d; padding: 4px 12px; font-size: 13px; font-weight: 700; text-decoration: none; background: #fff; }
.s-button:hover { background: #f8f8f8; box-shadow: 0 1px 3px #00000014; }
.s-button.primary { background: #007a5a; border-color: #007a5a; color: #fff; } .s-button.danger { background: #e01e5a; border-color: #e01e5a; color: #fff; }
.s-image { display: block; max-height: 320px; border-radius: 8px; margin-top: 5px; }
.s-figure figcaption { font-size: 13px; color: #616061; }
.s-attachment { border-left: 4px solid #ddd; border-radius: 3px; padding: 3px 0 3px 12px; margin: 5px 0; max-width: 600px; }
.s-pill { background: #fff3c4; color: #1264a3; border-radius: 3px; padding: 0 3px 1px; font-weight: 500; }
.s-code { font: 12.5px Monaco, Menlo, Consolas, "Liberation Mono", monospace; color: #c01343; background: #f6f6f6; border: 1px solid #dedede; border-radius: 3px; padding: 1px 3px; }
.s-pre { font: 12.5px/1.5 Monaco, Menlo, Consolas, "Liberation Mono", monospace; background: #f8f8f8; border: 1px solid #dedede; border-radius: 4px; padding: 8px; margin: 4px 0; white-space: pre-wrap; }
@media (max-width: 760px) { .s-message { padding: 8px 10px; } }
`;

const webhook = `
.webhook { background: #131418; }
.webhook h2 { border-bottom: 1px solid #202228; }
.webhook .hash { font-size: 14px; }
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
`;

export const inboxStyle = frame + discord + slack + webhook;
