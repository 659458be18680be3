import type { Phrase } from "../../core/notice.ts";
import { seen } from "../../core/text.ts";
import { Name } from "./name.tsx";
import { Time } from "./time.tsx";

/**
 * A sentence from the catalogues. Links to other hosts are shown as names, because an external link is always marked.
 */
export const Phrases = ({ of }: { of: Phrase[] }) => (
  <>
    {of.map((phrase) => {
      if (typeof phrase === "string") return <bdi>{seen(phrase)}</bdi>;
      if ("at" in phrase) return <Time at={phrase.at} />;
      return (
        <b>
          <Name of={"strong" in phrase ? phrase.strong : phrase.link} />
        </b>
      );
    })}
  </>
);
