import { textIn } from "../preview/body.ts";
import { strong } from "../preview/marks.ts";
import type { Part, Preview } from "../preview/preview.ts";

/** How ntfy shows a message. */
export const ntfyPreview: Preview = {
  chat: "ntfy",
  theme: "light",
  push: (body) => [textIn(body, "title") || textIn(body, "message")],
  marksCalls: false,
  parts(body) {
    const [title, message, picture] = [textIn(body, "title"), textIn(body, "message"), textIn(body, "attach")];
    const parts: (Part | false)[] = [
      title !== "" && { is: "words", marks: [strong([title])] },
      { is: "words", marks: [message] },
      picture !== "" && { is: "picture", address: picture },
    ];
    return parts.filter((part) => part !== false);
  },
};
