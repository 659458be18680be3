import { counting, type Translation } from "../../core/language.ts";
import { shortNumber } from "../../core/numbers-as-text.ts";
import { say } from "../../core/sentence.ts";
import type { HashtagWords } from "../../kinds/hashtag/words/en.ts";
import type { ListWords } from "../../kinds/list/words/en.ts";
import type { LiveWords } from "../../kinds/live/words/en.ts";
import type { ProductsWords } from "../../kinds/products/words/en.ts";
import type { RankingWords } from "../../kinds/ranking/words/en.ts";
import type { RecordWords } from "../../kinds/record/words/en.ts";

export const hashtag: Translation<HashtagWords> = {
  hashtag: "hashtag",
  search: "einer Suche",
  titled: (search) => `„${search}“`,
  appeared: {
    one: (name, search) => say`${name} ist neu in ${search}`,
    many: (search) => `sind neu in ${search}`,
    heading: (search) => `Neu in ${search}`,
  },
  gone: {
    one: (name, search) => say`${name} ist nicht mehr in ${search}`,
    many: (search) => `sind nicht mehr in ${search}`,
    heading: (search) => `Nicht mehr in ${search}`,
  },
  surged: {
    one: (name, search) => say`${name} ist in ${search} gewachsen`,
    many: (search) => `sind in ${search} gewachsen`,
    heading: (search) => `Gewachsen in ${search}`,
  },
  place: (position) => `Platz ${position} der Treffer`,
  lastPlace: (position) => `Zuletzt auf Platz ${position}`,
  views: (count) => `${count} Aufrufe`,
  growth: (before, after) => `${before} → ${after} Aufrufe`,
  moreViews: "Mehr Aufrufe",
  viewsLabel: "Aufrufe",
  videosLabel: "Videos",
  open: "Öffnen",
};

export const list: Translation<ListWords> = {
  item: "Eintrag",
  list: "einer Liste",
  titled: (list) => `„${list}“`,
  appeared: {
    one: (name, list) => say`${name} ist neu in ${list}`,
    many: (list) => `sind neu in ${list}`,
    heading: (list) => `Neu in ${list}`,
  },
  gone: {
    one: (name, list) => say`${name} ist nicht mehr in ${list}`,
    many: (list) => `sind nicht mehr in ${list}`,
    heading: (list) => `Nicht mehr in ${list}`,
  },
  changed: {
    one: (name, list) => say`${name} wurde in ${list} geändert`,
    many: (list) => `wurden in ${list} geändert`,
    heading: (list) => `Geändert in ${list}`,
  },
  crossed: {
    one: (name, list) => say`${name} hat in ${list} einen Grenzwert passiert`,
    many: (list) => `haben in ${list} einen Grenzwert passiert`,
    heading: (list) => `Grenzwert passiert in ${list}`,
  },
  surged: {
    one: (name, list) => say`${name} ist in ${list} gewachsen`,
    many: (list) => `sind in ${list} gewachsen`,
    heading: (list) => `Gewachsen in ${list}`,
  },
  atLeast: (count) => `Mindestens ${count} sind neu`,
  change: (field, before, after) => `${field}: ${before} → ${after}`,
  above: (field, limit) => `${field} über ${limit}`,
  below: (field, limit) => `${field} unter ${limit}`,
  open: "Öffnen",
};

export const live: Translation<LiveWords> = {
  someone: "Jemand",
  is: { one: (name) => say`${name} ist live`, many: () => "sind live", heading: () => "Live" },
  was: { one: (name) => say`${name} war live`, many: () => "waren live", heading: () => "War live" },
  ended: {
    one: (name) => say`${name} ist nicht mehr live`,
    many: () => "sind nicht mehr live",
    heading: () => "Nicht mehr live",
  },
  missing: {
    one: (name) => say`${name} ist zur üblichen Zeit nicht live gegangen`,
    many: () => "sind zur üblichen Zeit nicht live gegangen",
    heading: () => "Zur üblichen Zeit nicht live",
  },
  expected: (when) => say`Erwartet ${when}`,
  sure: (percent) => `zu ${percent} sicher`,
  began: (when) => say`Gestartet ${when}`,
  seen: (when) => say`Schon live, gesehen ${when}`,
  streamed: (duration) => `Dauerte ${duration}`,
  streamedAtLeast: (duration) => `Dauerte mindestens ${duration}`,
  endedAfter: (name, duration) => say`${name} hat nach ${duration} beendet`,
  endedAfterAtLeast: (name, duration) => say`${name} hat nach mindestens ${duration} beendet`,
  endedAt: (when) => say`zu Ende ${when}`,
  lastSeen: (when) => say`Zuletzt live gesehen ${when}`,
  unwatched: {
    removed: () => say`wird nicht mehr beobachtet`,
    paused: (when) => say`Prüfungen pausiert ${when}`,
  },
  viewers: (count) => `${shortNumber("de", count)} ${counting("de")(count, "Zuschauer", "Zuschauer")}`,
  peak: (viewers) => `in der Spitze ${viewers}`,
  retitled: (name) => say`${name} hat den Titel geändert`,
  wasTitled: (title) => `Vorher „${title}“`,
  isNow: (name, handle) => say`${name} heißt jetzt @${handle}`,
  renamed: (name) => say`${name} hat einen neuen Nutzernamen`,
  wasCalled: (handle) => `Vorher @${handle}`,
  watch: "Ansehen",
  goal: {
    behind: {
      one: (name) => say`${name} liegt hinter dem Monatsziel`,
      many: () => "liegen hinter ihrem Monatsziel",
      heading: () => "Hinter dem Monatsziel",
    },
    reached: {
      one: (name) => say`${name} hat das Monatsziel erreicht`,
      many: () => "haben ihr Monatsziel erreicht",
      heading: () => "Monatsziel erreicht",
    },
    hours: (done, wanted) => `${done} von ${wanted} Stunden`,
    validDays: (done, wanted) => `${done} von ${wanted} gültigen Tagen`,
    inMonth: (done, month) => (month === "" ? done : `${done} im ${month}`),
    needs: (length, days) => `nötig: ${length} an ${days === 1 ? "1 weiteren Tag" : `je ${days} weiteren Tagen`}`,
    tooLate: "diesen Monat nicht mehr erreichbar",
    watched: (percent) => `${percent} des bisherigen Monats beobachtet`,
  },
};

export const products: Translation<ProductsWords> = {
  product: "Ein Produkt",
  category: "einer Kategorie",
  titled: (category) => `„${category}“`,
  listed: {
    one: (name, category) => say`${name} ist neu in ${category}`,
    many: (category) => `sind neu in ${category}`,
    heading: (category) => `Neu in ${category}`,
  },
  delisted: {
    one: (name, category) => say`${name} ist nicht mehr in ${category}`,
    many: (category) => `sind nicht mehr in ${category}`,
    heading: (category) => `Nicht mehr in ${category}`,
  },
  repriced: {
    one: (name, category) => say`${name} hat in ${category} einen anderen Preis`,
    many: (category) => `haben in ${category} einen anderen Preis`,
    heading: (category) => `Anderer Preis in ${category}`,
  },
  dearer: {
    one: (name, category) => say`${name} ist in ${category} teurer geworden`,
    many: (category) => `sind in ${category} teurer geworden`,
    heading: (category) => `Teurer in ${category}`,
  },
  cheaper: {
    one: (name, category) => say`${name} ist in ${category} günstiger geworden`,
    many: (category) => `sind in ${category} günstiger geworden`,
    heading: (category) => `Günstiger in ${category}`,
  },
  sellsFast: {
    one: (name, category) => say`${name} verkauft sich in ${category} schnell`,
    many: (category) => `verkaufen sich in ${category} schnell`,
    heading: (category) => `Schnell verkauft in ${category}`,
  },
  lastAt: (price) => `Zuletzt ${price}`,
  sold: (before, after) => `${before} → ${after} verkauft`,
  open: "Öffnen",
};

export const ranking: Translation<RankingWords> = {
  someone: "Jemand",
  ranking: "einem Ranking",
  titled: (title) => `„${title}“`,
  entered: {
    one: (name, ranking, place) => say`${name} ist neu in ${ranking}${place === "" ? "" : ` auf ${place}`}`,
    many: (ranking) => `sind neu in ${ranking}`,
    heading: (ranking) => `Neu in ${ranking}`,
  },
  left: {
    one: (name, ranking) => say`${name} ist nicht mehr in ${ranking}`,
    many: (ranking) => `sind nicht mehr in ${ranking}`,
    heading: (ranking) => `Nicht mehr in ${ranking}`,
  },
  moved: {
    one: (name, ranking) => say`${name} hat in ${ranking} den Platz gewechselt`,
    many: (ranking) => `haben in ${ranking} den Platz gewechselt`,
    heading: (ranking) => `Bewegung in ${ranking}`,
  },
  up: {
    one: (name, ranking, move) => say`${name} steigt in ${ranking}: ${move}`,
    many: (ranking) => `steigen in ${ranking}`,
    heading: (ranking) => `Gestiegen in ${ranking}`,
  },
  down: {
    one: (name, ranking, move) => say`${name} fällt in ${ranking}: ${move}`,
    many: (ranking) => `fallen in ${ranking}`,
    heading: (ranking) => `Gefallen in ${ranking}`,
  },
  leagueUp: {
    one: (name, how) => say`${name} steigt eine Liga auf: ${how}`,
    many: () => "steigen in der Liga auf",
    heading: () => "Aufgestiegen in der Liga",
  },
  leagueDown: {
    one: (name, how) => say`${name} steigt eine Liga ab: ${how}`,
    many: () => "steigen in der Liga ab",
    heading: () => "Abgestiegen in der Liga",
  },
  finished: {
    one: (name, ranking, place) => say`${name} beendet ${ranking} auf ${place}`,
    many: (ranking) => `beenden ${ranking}`,
    heading: (ranking) => `Endstand in ${ranking}`,
  },
  wasOff: {
    one: (name, ranking) => say`${name} war am Ende von ${ranking} nicht mehr dabei`,
    many: (ranking) => `waren am Ende von ${ranking} nicht mehr dabei`,
    heading: (ranking) => `Am Ende nicht in ${ranking}`,
  },
  closing: {
    one: (name, ranking, place) => say`${name} steht in ${ranking} auf ${place}`,
    many: (ranking) => `sind in den letzten Minuten von ${ranking}`,
    heading: (ranking) => `Letzte Minuten von ${ranking}`,
  },
  lastAt: (place) => `Zuletzt auf Platz ${place}`,
  lastSeen: (place) => `Zuletzt gesehen auf ${place}`,
  best: (place) => `Bester Platz: ${place}`,
  timeLeft: (duration) => `Noch ${duration}`,
  periodEnded: (when) => say`Abgeschlossen ${when}`,
  nowFirst: "Jetzt an der Spitze",
  noLongerFirst: "Nicht mehr an der Spitze",
  into: (max) => `Jetzt in den Top ${max}`,
  outOf: (max) => `Nicht mehr in den Top ${max}`,
  toGo: "Es fehlen",
  diamondsTo: (diamonds, place) => `${diamonds} Diamanten bis Platz ${place}`,
  resets: "Neustart",
  profile: "Profil",
};

export const record: Translation<RecordWords> = {
  record: "Ein Datensatz",
  field: "ein Feld",
  changed: {
    one: (name, field) => say`${name}: ${field} geändert`,
    many: () => "wurden geändert",
    heading: () => "Geändert",
  },
  above: {
    one: (name, field, limit) => say`${name}: ${field} über ${limit}`,
    many: () => "haben einen Grenzwert überschritten",
    heading: () => "Über dem Grenzwert",
  },
  below: {
    one: (name, field, limit) => say`${name}: ${field} unter ${limit}`,
    many: () => "haben einen Grenzwert unterschritten",
    heading: () => "Unter dem Grenzwert",
  },
  reached: {
    one: (name, field, milestone) => say`${name} erreicht ${milestone} ${field}`,
    many: () => "haben einen Meilenstein erreicht",
    heading: () => "Meilensteine",
  },
  surged: {
    one: (name, field, growth) => say`${name}: ${field} gestiegen${growth === "" ? "" : ` (${growth})`}`,
    many: () => "sind gestiegen",
    heading: () => "Gestiegen",
  },
};
