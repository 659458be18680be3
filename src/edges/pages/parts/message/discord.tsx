import type { JsonObject } from "../../../../core/json.ts";
import { drawnAt, listIn, objectIn, textIn, toneClass, type Drawn } from "./body.ts";
import { discordMarks } from "./dialects.ts";
import { Picture } from "./picture.tsx";
import { calls, Said } from "./text.tsx";

/** Whether a message of Discord's calls somebody, which colours it. */
export const callsOnDiscord = (body: JsonObject): boolean => calls(discordMarks(textIn(body, "content")));

/** What the body of a Discord message says. */
export const DiscordSaid = ({ body, drawn }: { body: JsonObject; drawn: Drawn[] }) => (
  <>
    <p class="words">
      <Said marks={discordMarks(textIn(body, "content"))} />
    </p>
    {listIn(body, "embeds").map((embed) => (
      <Embed embed={embed} drawn={drawn} />
    ))}
    {listIn(body, "components").flatMap((row) =>
      listIn(row, "components").map((button) => (
        <span class="dbtn">
          <bdi class="cut">{textIn(button, "label")}</bdi>
          <span aria-hidden="true">↗</span>
        </span>
      )),
    )}
  </>
);

function Embed({ embed, drawn }: { embed: JsonObject; drawn: Drawn[] }) {
  const [title, description] = [textIn(embed, "title"), textIn(embed, "description")];
  const [image, thumbnail] = [textIn(objectIn(embed, "image"), "url"), textIn(objectIn(embed, "thumbnail"), "url")];
  const fields = listIn(embed, "fields");
  const footer = textIn(objectIn(embed, "footer"), "text");
  return (
    <div class={`emb ${toneClass(embed["color"])}`}>
      {thumbnail === "" ? null : <Picture of={drawnAt(thumbnail, drawn)} small />}
      {title === "" ? null : (
        <b class={textIn(embed, "url") === "" ? "top" : "top lead"}>
          <Said marks={discordMarks(title)} />
        </b>
      )}
      {description === "" ? null : (
        <p class="words">
          <Said marks={discordMarks(description)} />
        </p>
      )}
      {fields.length === 0 ? null : (
        <div class="facts">
          {fields.map((field) => (
            <div>
              <span class="strong">
                <Said marks={discordMarks(textIn(field, "name"))} />
              </span>
              <span class="words">
                <Said marks={discordMarks(textIn(field, "value"))} />
              </span>
            </div>
          ))}
        </div>
      )}
      {image === "" ? null : <Picture of={drawnAt(image, drawn)} />}
      {footer === "" ? null : (
        <p class="foot">
          <bdi>{footer}</bdi>
        </p>
      )}
    </div>
  );
}
