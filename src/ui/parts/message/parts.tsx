import type { Part } from "../../../channels/preview/preview.ts";
import { drawnAt, toneClass, type Drawn } from "./body.ts";
import { Picture } from "./picture.tsx";
import { MarkedText } from "./text.tsx";

const WORDS = { big: "big-words", small: "foot" } as const;

/** The parts of a message. */
export const Parts = ({ of, drawn }: { of: Part[]; drawn: Drawn[] }) => (
  <>
    {of.map((part) => (
      <OnePart of={part} drawn={drawn} />
    ))}
  </>
);

function OnePart({ of, drawn }: { of: Part; drawn: Drawn[] }) {
  switch (of.is) {
    case "words":
      return (
        <p class={of.size === undefined ? "words" : WORDS[of.size]}>
          <MarkedText marks={of.marks} />
        </p>
      );
    case "title":
      return (
        <b class={of.link ? "top lead" : "top"}>
          <MarkedText marks={of.marks} />
        </b>
      );
    case "facts":
      return (
        <div class="facts">
          {of.facts.map((fact) => (
            <Fact of={fact} />
          ))}
        </div>
      );
    case "picture":
      return <Picture of={drawnAt(of.address, drawn)} {...(of.small === true ? { small: true } : {})} />;
    case "button":
      return (
        <span class="dbtn">
          <bdi class="cut">{of.label}</bdi>
          <span aria-hidden="true">↗</span>
        </span>
      );
    case "line":
      return <span class="rule" aria-hidden="true"></span>;
    case "block":
      return (
        <div class={of.size === "small" ? "foot" : "block"}>
          <Parts of={of.parts} drawn={drawn} />
        </div>
      );
    case "card":
      return (
        <div class={`emb ${toneClass(of.color)}`}>
          <Parts of={of.parts} drawn={drawn} />
        </div>
      );
  }
}

const Fact = ({ of: { name, value } }: { of: (Part & { is: "facts" })["facts"][number] }) =>
  name === undefined ? (
    <span class="words">
      <MarkedText marks={value} />
    </span>
  ) : (
    <div>
      <span class="strong">
        <MarkedText marks={name} />
      </span>
      <span class="words">
        <MarkedText marks={value} />
      </span>
    </div>
  );
