import axe from "axe-core";
import type { BrowserContext, Page } from "playwright-core";

/** The problems of the current page in a few words each. Opens everything that is folded first. Runs in the browser. */
const LOOK = String.raw`((touch) => {
  const wrong = [];
  const page = document.documentElement;
  const short = (one) => one.outerHTML.replace(/\s+/g, " ").slice(0, 160);
  const shows = (one) => one.checkVisibility({ visibilityProperty: true, opacityProperty: true }) && !one.closest(".sr, .skip");
  for (const one of document.querySelectorAll("details")) one.open = true;
  if (page.scrollWidth > page.clientWidth) {
    const wide = [...document.body.querySelectorAll("*")].filter((one) => one.getBoundingClientRect().right > page.clientWidth + 1).slice(0, 3);
    wrong.push("scrolls sideways: " + page.scrollWidth + " " + wide.map(short).join(" | "));
  }
  for (const one of document.body.querySelectorAll("*"))
    if (one.scrollWidth > one.clientWidth + 1 && !one.matches("pre, textarea, input") && /auto|scroll/.test(getComputedStyle(one).overflowX) && shows(one))
      wrong.push("scrolls sideways in itself: " + short(one));
  const headings = document.querySelectorAll("h1").length;
  if (headings !== 1) wrong.push("h1: " + headings);
  if (document.title === "broken") wrong.push("ran");
  for (const one of document.querySelectorAll("img:not([src^='data:']), iframe, object, embed, main script")) wrong.push("loads: " + short(one));
  const ids = new Map();
  for (const { id } of document.querySelectorAll("[id]")) ids.set(id, (ids.get(id) ?? 0) + 1);
  for (const [id, count] of ids) if (count > 1) wrong.push("id " + id + " " + count + " times");
  for (const one of document.querySelectorAll("label[for]")) if (!document.getElementById(one.htmlFor)) wrong.push("label of nothing: " + short(one));
  const walker = document.createTreeWalker(document.body, NodeFilter.SHOW_TEXT);
  while (walker.nextNode()) {
    const { textContent, parentElement } = walker.currentNode;
    if (/[\u00ad\u200b\u202a-\u202e\u2060-\u2069\ufeff]/.test(textContent) && !parentElement.closest("textarea")) wrong.push("unseen letters: " + short(parentElement));
  }
  // Spaces between words of a message are elements there.
  for (const one of document.querySelectorAll("a, button, summary, h1, h2, h3, bdi:not(.disc *, .slk *), option, th"))
    if (!/[\p{L}\p{N}\p{P}\p{S}]/u.test(one.textContent) && !one.matches("option[value='']") && shows(one)) wrong.push("nothing to see: " + short(one));
  if (touch)
    for (const one of document.querySelectorAll("button, .btn, summary, select, textarea, input:not([type=hidden], [type=checkbox], [type=radio])")) {
      const { height } = one.getBoundingClientRect();
      if (height > 0 && height < 43.5 && shows(one)) wrong.push("too small to touch, " + Math.round(height) + " px: " + short(one));
    }
  // A hundred equal rows need not be checked a hundred times.
  for (const one of document.querySelectorAll("tbody > tr:nth-child(n+13), ul > li:nth-child(n+13), option:nth-child(n+13)")) one.remove();
  return wrong;
})`;

const AXE = `axe.run(document, { resultTypes: ["violations"] }).then(({ violations }) =>
  violations.flatMap(({ id, nodes }) => nodes.map(({ html }) => id + ": " + html.slice(0, 200))))`;

/** A summary of what axe finds on the current page. */
async function barriers(page: Page): Promise<string[]> {
  await page.evaluate(axe.source);
  return (await page.evaluate(AXE)) as string[];
}

/** Failures of a page that nobody sees: errors, and requests to other hosts. */
function watched(page: Page, own: string): string[] {
  const invalid: string[] = [];
  page.on("console", (message) => message.type() === "error" && invalid.push(message.text()));
  page.on("pageerror", (error) => invalid.push(error.message));
  page.on("request", (request) => {
    if (!request.url().startsWith(own) && !request.url().startsWith("data:")) invalid.push(request.url());
  });
  return invalid;
}

interface Looking {
  /** The base address of the pages. */
  own: string;
  addresses: string[];
  /** True for a touch screen. */
  touch: boolean;
  /** Whether axe looks at an address too, which takes most of the time; by default at all. */
  thoroughly?: (address: string) => boolean;
}

const SIDE_BY_SIDE = 3;

/** Opens each address and reports problems. */
export async function lookAtAll(
  context: BrowserContext,
  { own, addresses, touch, thoroughly = () => true }: Looking,
): Promise<Record<string, string[]>> {
  const found: Record<string, string[]> = {};
  const left = [...addresses];
  await Promise.all(
    Array.from({ length: SIDE_BY_SIDE }, async () => {
      const page = await context.newPage();
      const unseen = watched(page, own);
      for (let address = left.shift(); address !== undefined; address = left.shift()) {
        await page.goto(own + address, { waitUntil: "load" });
        const looked = (await page.evaluate(`${LOOK}(${touch})`)) as string[];
        const barred = thoroughly(address) ? await barriers(page) : [];
        const invalid = [...looked, ...barred, ...unseen.splice(0)];
        if (invalid.length > 0) found[address] = invalid;
      }
      await page.close();
    }),
  );
  return found;
}

/** A form as a page shows it: its action, and what a browser would send. */
export interface Form {
  page: string;
  action: string;
  fields: [string, string][];
}

const ENTITIES: Record<string, string> = { "&lt;": "<", "&gt;": ">", "&quot;": '"', "&#39;": "'", "&amp;": "&" };
const read = (text = ""): string => text.replaceAll(/&(?:lt|gt|quot|#39|amp);/g, (one) => ENTITIES[one]!);
const attribute = (tag: string, name: string): string | undefined => {
  const found = new RegExp(`\\s${name}(?:="([^"]*)")?(?=[\\s>/])`).exec(tag);
  return found === null ? undefined : read(found[1]);
};

/** What somebody types into an empty field, by its name and the form's action; a text of its own for each. */
let typed = 0;
function typedInto(name: string): string {
  typed += 1;
  const digits = String(7_000_000 + typed);
  if (name === "/settings/url") return `https://discord.com/api/webhooks/${digits}00000000000/${"s".repeat(60)}`;
  if (name === "creators" || name === "/params/userId" || name === "/params/roomId" || name === "/params/categoryId")
    return digits;
  if (name === "/params/region") return "US";
  return /^\/(name|params\/keyword)$/.test(name) ? `Typed ${digits}` : "";
}

/** What a browser sends for the controls of a form; what is empty is typed. */
function fieldsIn(html: string): [string, string][] {
  const fields: [string, string][] = [];
  for (const [tag] of html.matchAll(/<input\b[^>]*>/g)) {
    const [name, type = "text"] = [attribute(tag, "name"), attribute(tag, "type")];
    if (name === undefined || name === "formKey" || attribute(tag, "disabled") !== undefined) continue;
    if ((type === "checkbox" || type === "radio") && attribute(tag, "checked") === undefined) continue;
    const value = attribute(tag, "value") ?? (type === "checkbox" ? "on" : "");
    fields.push([name, value === "" ? typedInto(name) : value]);
  }
  for (const [, tag, text] of html.matchAll(/(<textarea\b[^>]*>)([^<]*)<\/textarea>/g))
    fields.push([attribute(tag!, "name") ?? "", text === "" ? typedInto(attribute(tag!, "name") ?? "") : read(text)]);
  for (const [, tag, options] of html.matchAll(/(<select\b[^>]*>)(.*?)<\/select>/gs)) {
    const all = [...options!.matchAll(/<option\b[^>]*>/g)].map(([option]) => option);
    const chosen = all.find((option) => attribute(option, "selected") !== undefined) ?? all[0];
    if (chosen !== undefined) fields.push([attribute(tag!, "name") ?? "", attribute(chosen, "value") ?? ""]);
  }
  return fields.filter(([name]) => name !== "");
}

/** The forms of a page; a button that sends elsewhere, or says something of its own, makes another form. */
export function formsIn(page: string, html: string): Form[] {
  return [...html.matchAll(/<form\b([^>]*method="post"[^>]*)>(.*?)<\/form>/gs)].flatMap(([, head, body]) => {
    const action = attribute(`${head} `, "action")!;
    const buttons = [...body!.matchAll(/<button\b[^>]*>/g)]
      .map(([tag]) => tag)
      .filter((tag) => attribute(tag, "type") === "submit");
    return buttons.map((tag): Form => {
      const name = attribute(tag, "name");
      const own: [string, string][] = name === undefined ? [] : [[name, attribute(tag, "value") ?? ""]];
      return { page, action: attribute(tag, "formaction") ?? action, fields: [...fieldsIn(body!), ...own] };
    });
  });
}
