/** The style of Discord messages. */
export const discordStyle = `
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
