import { type Language, LANGUAGES } from "../../../core/language.ts";
import { cut } from "../../../core/text.ts";
import { OPTIONS, type Subcommand, SUBCOMMANDS } from "../command.ts";
import { chatWords } from "../message/words/words.ts";

/** Types of options. */
const SUBCOMMAND = 1;
const STRING = 3;

/** Where the command is offered: servers, as guilds install it. */
const IN_SERVERS = { contexts: [0], integration_types: [0] };

/** Discord's name of a language. */
const localeOf = (language: Language): string => (language === "es" ? "es-ES" : language);

const MAX_DESCRIPTION = 100;

const described = (name: Subcommand) => ({
  description: cut(chatWords.en.does[name], MAX_DESCRIPTION),
  description_localizations: Object.fromEntries(
    LANGUAGES.filter((language) => language !== "en").map((language) => [
      localeOf(language),
      cut(chatWords[language].does[name], MAX_DESCRIPTION),
    ]),
  ),
});

const optionsOf = (name: Subcommand) =>
  (OPTIONS[name] ?? []).map((option) => ({
    type: STRING,
    name: option,
    description: option,
    required: option !== "channel",
    ...(option === "creator" || option === "for" ? { autocomplete: true } : {}),
  }));

/** The command `/tally` as Discord registers it. */
export const discordCommand = () => ({
  name: "tally",
  description: "Tallylight",
  ...IN_SERVERS,
  options: SUBCOMMANDS.map((name) => ({ type: SUBCOMMAND, name, ...described(name), options: optionsOf(name) })),
});
