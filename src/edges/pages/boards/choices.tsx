import { lazy } from "../../../core/lazy.ts";
import type { FieldError } from "../../../core/refusal.ts";
import { board } from "../../../resources/boards/board.ts";
import type { AlertNames } from "../../../flows/browse/alerts.ts";
import { choiceOf, controlsOf } from "../forms/controls.ts";
import { filled } from "../forms/filled.ts";
import { Field, Wrongs } from "../parts/form.tsx";
import { shownName } from "../words/name.ts";

/** The fields of a board, by their JSON Pointers. */
export const SHOWN = ["/name", "/channelId", "/watchlistId"];

/** What a board's form may say. */
export const boardControls = lazy(() => controlsOf(board.form(), SHOWN));

const named = (all: { id: string; name: string }[]): Record<string, string> =>
  Object.fromEntries(all.map(({ id, name }) => [id, shownName(name)]));

/** What may be chosen. */
export type Chosen = Pick<AlertNames, "channels" | "lists">;

/** The fields of a board. */
export const Choices = ({ value, errors, of, at }: ChoicesProps) => {
  const field = filled({ value, errors, at, controls: boardControls() });
  const channels = named(of.channels);
  const lists = { "": "Everyone", ...named(of.lists) };
  return (
    <>
      <Wrongs errors={errors} shown={SHOWN} />
      <Field {...field("/name")} label="Headline" placeholder="Live now" hint="" />
      <Field {...field("/channelId")} label="Channel" {...choiceOf(channels)} hint="" />
      <Field {...field("/watchlistId")} label="Shows" {...choiceOf(lists)} hint="" />
    </>
  );
};

interface ChoicesProps {
  of: Chosen;
  /** What begins the ids of its fields. */
  at: string;
  value: (pointer: string) => string;
  errors: FieldError[];
}
