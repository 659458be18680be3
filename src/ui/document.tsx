import type { Child } from "hono/jsx";
import { raw } from "hono/html";
import { SCRIPT_PATH, STYLE_PATH } from "./assets.ts";
import { useScene } from "./parts/scene.ts";
import { language, t } from "./words/text.ts";

const FAVICON =
  "data:image/svg+xml,%3Csvg xmlns='http://www.w3.org/2000/svg' viewBox='0 0 32 32'%3E%3Crect width='32' height='32' rx='8' fill='%2317181c'/%3E%3Ccircle cx='16' cy='16' r='8' fill='%23ff3b30'/%3E%3C/svg%3E";

const HATCH = raw(
  '<svg width="0" height="0" class="sr" aria-hidden="true"><defs><pattern id="hatch" width="6" height="6" patternUnits="userSpaceOnUse" patternTransform="rotate(45)"><path class="hatch" d="M0 0v6"/></pattern></defs></svg>',
);

interface DocumentProps {
  title: string;
  /** True for the response to a form: its address has no GET, so the page is never reloaded. */
  still: boolean;
  /** The version it was rendered from; null if the tab does not poll. */
  version: string | null;
  /** How often its tab polls for changes, seconds. */
  every: number;
  children?: Child;
}

/** The words of the pages' script. */
const scriptWords = () => ({
  "data-copy": t("Copy"),
  "data-copy-what": t("Copy {what}"),
  "data-copied": t("Copied"),
  "data-press": t("Press Ctrl+C"),
});

/** Renders the whole document around a body. */
export function Document({ title, still, version, every, children }: DocumentProps) {
  const { nonce, readerZone } = useScene();
  const known = {
    ...(version === null ? {} : { "data-version": version }),
    "data-every": every,
    ...(still ? { "data-still": true } : {}),
    ...scriptWords(),
  };
  return (
    <html lang={language()} data-zone={readerZone ?? ""} {...known}>
      <head>
        <meta charset="utf-8" />
        <meta name="viewport" content="width=device-width, initial-scale=1, viewport-fit=cover" />
        <title>{title === "Tallylight" ? title : `${title} · Tallylight`}</title>
        <link rel="icon" href={FAVICON} />
        <link rel="stylesheet" href={STYLE_PATH} nonce={nonce} />
        <script src={SCRIPT_PATH} nonce={nonce} defer></script>
      </head>
      <body>
        {HATCH}
        {children}
      </body>
    </html>
  );
}
