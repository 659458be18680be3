import type { JsonObject } from "../../../../core/json.ts";
import { drawnAt, listIn, objectIn, textIn, toneClass, type Drawn } from "./body.ts";
import { slackMarks, withoutEntities } from "./dialects.ts";
import { Picture } from "./picture.tsx";
import { Said } from "./text.tsx";

/** A text object: mrkdwn, or plain. */
const Text = ({ of }: { of: JsonObject }) =>
  of["type"] === "plain_text" ? (
    <bdi>{withoutEntities(textIn(of, "text"))}</bdi>
  ) : (
    <Said marks={slackMarks(textIn(of, "text"))} />
  );

/** What the body of a Slack message says. */
export function SlackSaid({ body, drawn }: { body: JsonObject; drawn: Drawn[] }) {
  const blocks = listIn(body, "blocks");
  return (
    <>
      {blocks.length === 0 ? (
        <p class="words">
          <Said marks={slackMarks(textIn(body, "text"))} />
        </p>
      ) : (
        blocks.map((block) => <Block block={block} drawn={drawn} />)
      )}
      {listIn(body, "attachments").map((attachment) => (
        <div class={`emb ${toneClass(attachment["color"])}`}>
          {listIn(attachment, "blocks").map((block) => (
            <Block block={block} drawn={drawn} />
          ))}
        </div>
      ))}
    </>
  );
}

function Block({ block, drawn }: { block: JsonObject; drawn: Drawn[] }) {
  const { type } = block;
  if (type === "divider") return <span class="rule" aria-hidden="true"></span>;
  if (type === "image") return <Picture of={drawnAt(textIn(block, "image_url"), drawn)} />;
  if (type === "header")
    return (
      <p class="big-words">
        <Text of={objectIn(block, "text")} />
      </p>
    );
  const parts = type === "context" ? listIn(block, "elements") : listIn(block, "fields");
  const text = objectIn(block, "text");
  const accessory = objectIn(block, "accessory");
  return (
    <div class={type === "context" ? "foot" : "block"}>
      {accessory["type"] === "image" ? <Picture of={drawnAt(textIn(accessory, "image_url"), drawn)} small /> : null}
      {textIn(text, "text") === "" ? null : (
        <p class="words">
          <Text of={text} />
        </p>
      )}
      {parts.length === 0 ? null : (
        <div class="facts">
          {parts.map((part) => (
            <span class="words">
              <Text of={part} />
            </span>
          ))}
        </div>
      )}
    </div>
  );
}
