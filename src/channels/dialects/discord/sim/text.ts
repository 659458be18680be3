import { asObject, objects, str, type JsonObject } from "../../../../../sim/inbox/json.ts";
import { lines } from "../../../../../sim/inbox/plain-text.ts";

/** The text of a Discord message: content, embeds, components and alt texts. */
export function discordText(message: JsonObject): string {
  const embeds = objects(message["embeds"]).flatMap((embed) => [
    str(asObject(embed["author"])?.["name"]),
    str(embed["title"]),
    str(embed["description"]),
    ...objects(embed["fields"]).map((field) => `${str(field["name"])}: ${str(field["value"])}`),
    str(asObject(embed["footer"])?.["text"]),
  ]);
  const pictures = objects(message["attachments"]).map((attachment) => str(attachment["description"]));
  const components = objects(message["components"]).flatMap(componentTexts);
  return lines([str(message["content"]), ...embeds, ...components, ...pictures]);
}

function componentTexts(component: JsonObject): string[] {
  const nested = objects(component["components"]).flatMap(componentTexts);
  return [str(component["content"]), str(component["label"]), ...nested];
}
