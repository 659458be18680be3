import { grouped } from "../../../core/numbers-as-text.ts";
import { Allowed, Button } from "../../../ui/parts/form.tsx";
import { Icon } from "../../../ui/parts/icon.tsx";
import { language, t } from "../../../ui/words/text.ts";
import type { Milestones } from "../notify.ts";

/** A word for those who don't see the row that a button stands in. */
export const Of = ({ title }: { title: string }) => <span class="sr">: {title}</span>;

interface NumbersProps {
  /** The page of the creator. */
  at: string;
  milestones: Milestones;
  /** The last follower count; null while none is known. */
  followers: number | null;
  /** The number that is proposed. */
  next: number;
  button: string;
}

/** The numbers that are watched, each with a button that removes it; and the field for one more. */
export const Numbers = ({ at, milestones, followers, next, button }: NumbersProps) => {
  const { rounds, numbers } = milestones;
  const chip = (value: string, words: string, isReached = false) => (
    <li>
      <Allowed scope="write">
        <button
          type="submit"
          class="chip"
          formaction={`${at}/notify/stop`}
          name="wish"
          value={`followers:${value}`}
          aria-label={t(isReached ? "Remove {what}, reached" : "Remove {what}", { what: words })}
        >
          {isReached ? <Icon name="done" small /> : null}
          {words} <span aria-hidden="true">×</span>
        </button>
      </Allowed>
    </li>
  );
  return (
    <>
      {rounds || numbers.length > 0 ? (
        <ul class="chips" aria-label={t("Milestones")}>
          {rounds ? chip("", t("every round number")) : null}
          {numbers.map((one) => chip(String(one), grouped(language(), one), followers !== null && one <= followers))}
        </ul>
      ) : null}
      <Allowed scope="write">
        <p class="line reach">
          <label class="sr" for="reach">
            {t("Number of followers")}
          </label>
          <input
            class="in num"
            id="reach"
            name="reach"
            inputmode="numeric"
            autocomplete="off"
            maxlength={20}
            value={grouped(language(), next)}
            aria-describedby="reach-now"
          />
          <Button name="wish" value="followers" busy={t("Adding…")}>
            {button}
            <Of title={t("Followers")} />
          </Button>
        </p>
      </Allowed>
      <p class="small soft" id="reach-now">
        {followers === null
          ? t("Not counted yet. If there are more already, it will be the next round number.")
          : t("{n} now", { n: followers })}
      </p>
    </>
  );
};
