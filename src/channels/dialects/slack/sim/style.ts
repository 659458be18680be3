/** The style of Slack messages. */
export const slackStyle = `
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
