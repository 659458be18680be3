/** Answers that no named schema says, by their operation. */
export const answers: Record<string, unknown> = {
  "getMetrics text/plain": [
    "# HELP tallylight_polls_total Polls by kind of target and outcome.",
    "# TYPE tallylight_polls_total counter",
    'tallylight_polls_total{kind="live",outcome="ok"} 1893',
    "",
  ].join("\n"),
  "exportConfig application/yaml": `version: 1
watchlists:
  - id: wl_default
    name: default
    description: Singers and bands
targets: []
channels: []
subscriptions: []
digests: []
silences: []
`,
  getOpenApi: { openapi: "3.1.0" },
  "getDocs text/html": "<!doctype html>",
  "getDrawing image/svg+xml": '<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 640 320"></svg>',
};
