import type { OutboundAnswer, OutboundRequest } from "../../channels/kind.ts";
import type { Exchange } from "../../core/fault.ts";
import { maskerOf } from "./secrets.ts";

const MAX_BYTES = 4096;

/** Headers that help to understand an answer. Cookies and others that may be secrets are left out. */
const HEADERS = /^(content-type|date|retry-after|server|cf-ray|via|x-(ratelimit-[a-z-]+|request-id|slack-[a-z-]+))$/;

const MAX_HEADERS = 20;
const LONGEST_HEADER = 200;

/** The exchange to store. Secrets of the channel's settings are masked wherever they occur. */
export function exchangeOf(
  request: OutboundRequest,
  answer: OutboundAnswer,
  { kind, settings }: { kind: string; settings: unknown },
): Exchange {
  const displayed = maskerOf(kind, settings);
  const { status } = answer;
  const headers = Object.entries(answer.headers).filter(([name]) => HEADERS.test(name));
  return {
    request: { body: cutBytes(displayed(request.body)) },
    response:
      status === null
        ? null
        : {
            status,
            headers: Object.fromEntries(
              headers.slice(0, MAX_HEADERS).map(([name, value]) => [name, displayed(value).slice(0, LONGEST_HEADER)]),
            ),
            body: cutBytes(displayed(answer.body)),
          },
  };
}

const LONGEST_CHARACTER_BYTES = 3;

/** Cuts a text to `MAX_BYTES` of UTF-8, never within a character. */
function cutBytes(text: string): string {
  if (text.length * LONGEST_CHARACTER_BYTES <= MAX_BYTES) return text.toWellFormed();
  const { read } = new TextEncoder().encodeInto(text, new Uint8Array(MAX_BYTES));
  return text.slice(0, read).toWellFormed();
}
