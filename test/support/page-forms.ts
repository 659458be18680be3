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
