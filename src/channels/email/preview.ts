import type { JsonObject } from "../../core/json.ts";
import { listIn, textIn } from "../preview/body.ts";
import { strong } from "../preview/marks.ts";
import type { Part, Preview } from "../preview/preview.ts";

/** The first text of these names in a body. Services name the parts of an email differently. */
const firstOf = (body: JsonObject, names: string[]): string =>
  names.map((name) => textIn(body, name)).find((text) => text !== "") ?? "";

/** A part of an email for SendGrid. */
const contentOf = (body: JsonObject, type: string): string =>
  textIn(listIn(body, "content").find((part) => part["type"] === type) ?? {}, "value");

const subjectIn = (body: JsonObject): string => firstOf(body, ["subject", "Subject"]);

const textOf = (body: JsonObject): string =>
  firstOf(body, ["text", "TextBody", "textContent"]) || contentOf(body, "text/plain");

const htmlOf = (body: JsonObject): string =>
  firstOf(body, ["html", "HtmlBody", "htmlContent"]) || contentOf(body, "text/html");

/** The addresses of the pictures in HTML. */
const picturesIn = (html: string): string[] =>
  [...html.matchAll(/<img src="([^"]*)"/g)].map(([, address]) => address!.replaceAll("&amp;", "&"));

/** The invisible breaks of words that look like links. */
const unbroken = (text: string): string => text.replaceAll("\u200b", "");

/** The subject, the text and the pictures of an email. */
export const emailPreview: Preview = {
  chat: "Email",
  theme: "light",
  push: (body) => [subjectIn(body) || textOf(body).split("\n")[0]!],
  marksCalls: false,
  parts(body) {
    const [subject, text] = [subjectIn(body), textOf(body)];
    const [first = "", ...rest] = text.split("\n");
    // The text begins with the headline, which is the subject.
    const reported = unbroken(first) === unbroken(subject) ? rest.join("\n").trim() : text;
    const parts: (Part | false)[] = [
      subject !== "" && { is: "words", marks: [strong([subject])] },
      reported !== "" && { is: "words", marks: [reported] },
      ...picturesIn(htmlOf(body)).map((address): Part => ({ is: "picture", address })),
    ];
    return parts.filter((part) => part !== false);
  },
};
