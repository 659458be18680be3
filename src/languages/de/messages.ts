import type { ChannelWords } from "../../channels/words/en.ts";
import type { FaultKind } from "../../core/fault.ts";
import { counting, type Translation } from "../../core/language.ts";
import { say } from "../../core/sentence.ts";
import { ended } from "../../core/text.ts";
import type { BoardWords } from "../../features/boards/message/words/en.ts";
import type { DigestWords } from "../../features/digests/message/words/en.ts";
import type { OperatorWords } from "../../kinds/operator-words/en.ts";
import type { UpstreamWords } from "../../kinds/upstream-words/en.ts";

const faults: Record<FaultKind, string> = {
  throttled: "der Dienst bat um weniger Anfragen",
  unreachable: "der Dienst war nicht erreichbar",
  refused: "der Dienst lehnte ab",
  gone: "das Ziel gibt es nicht mehr",
  malformed: "die Antwort war nicht lesbar",
  unreadable: "eine Zahl war nicht mehr lesbar",
  bug: "ein Fehler in Tallylight",
};

export const operator: Translation<OperatorWords> = {
  target: "Ein Ziel",
  failing: {
    one: (name) => say`${name} lässt sich nicht abfragen`,
    many: () => "lassen sich nicht abfragen",
    heading: () => "Nicht abfragbar",
  },
  failed: (count, fault, step) =>
    `${count} Versuche hintereinander sind gescheitert, zuletzt: ${fault}. ${step}`.trim(),
  recovered: {
    one: (name) => say`${name} lässt sich wieder abfragen`,
    many: () => "lassen sich wieder abfragen",
    heading: () => "Wieder abfragbar",
  },
  unknownVerdict: {
    one: (name) => say`Unklar, ob ${name} live ist`,
    many: () => "ohne klaren Status",
    heading: () => "Kein klarer Status",
  },
  unknownNext: "Die Abfragen sagen es seit zu langer Zeit nicht. Die Seite des Creators zeigt, warum.",
  knownVerdict: {
    one: (name) => say`Wieder klar, ob ${name} live ist`,
    many: () => "wieder mit klarem Status",
    heading: () => "Status wieder klar",
  },
  unknownData: {
    one: (name) => say`Keine aktuellen Daten zu ${name}`,
    many: () => "ohne aktuelle Daten",
    heading: () => "Keine aktuellen Daten",
  },
  unknownDataNext: "Die Abfragen liefern seit zu langer Zeit keine brauchbare Antwort.",
  knownData: {
    one: (name) => say`Wieder aktuelle Daten zu ${name}`,
    many: () => "wieder mit aktuellen Daten",
    heading: () => "Wieder aktuelle Daten",
  },
  after: (count) => `Nach ${count} gescheiterten Versuchen`,
  fault: ({ kind, where }) => `${faults[kind]}${where}`,
  steps: {
    throttled: "Frag es seltener ab.",
    unreachable: "Prüfe, ob der abgefragte Dienst erreichbar ist.",
    refused: "Prüfe die IDs und was das Konto darf.",
    gone: "Prüfe, ob die IDs stimmen.",
    malformed: "Teste die Verbindung unter „Erste Schritte“: Der Dienst antwortet vielleicht anders als bisher.",
    unreadable: "Vielleicht sendet der Dienst sie nicht mehr, oder sie steht jetzt woanders in der Antwort.",
    bug: "Im Protokoll steht mehr; bitte melde den Fehler.",
  },
  disabled: (channel) => `Der Kanal ${channel} wurde abgeschaltet`,
  revive: () =>
    "Sein Ziel nimmt nichts mehr an. Gib unter „Kanäle“ eine neue Adresse ein und schalte ihn ein, dann sende unter „Nachrichten“, was ihm fehlt.",
  channelFailing: (channel) => `Nachrichten an ${channel} kommen nicht an`,
  channelSays: (reason, fix, waiting) => `Letzter Fehler: „${reason}“. ${fix} Es warten: ${waiting}.`,
  channelRecovered: (channel) => `Nachrichten an ${channel} kommen wieder an`,
  channelSends: (waiting) => `Was gewartet hat, wird jetzt gesendet: ${waiting}.`,
  fixes: {
    allow: "Erlaube Tallylight, dort zu schreiben: Prüfe die Rechte und ob es Mitglied des Kanals ist.",
    token: "Gib dem Kanal ein neues Bot-Token.",
    thread:
      "Gib dem Kanal die ID eines Threads oder den Webhook eines Textkanals: Ein Forum nimmt Nachrichten nur in einem Thread an.",
    address: "Prüfe die Adresse des Kanals: Das Ziel lehnt sie ab.",
    open: "Öffne dort den Thread oder das Thema wieder, oder räume das Forum auf. Oder trage einen anderen Thread ein.",
    refused:
      "Das Ziel nimmt die Nachricht nicht an. Behebe, was es meldet: Die Nachricht wartet und wird bis dahin wiederholt.",
    key: "Füge den Schlüssel wieder hinzu, der die Einstellungen verschlüsselt hat, oder gib sie neu ein.",
    message:
      "Sende eine Testnachricht. Abgelehnte Nachrichten gehen nicht von selbst noch einmal hinaus: Sende sie erneut, sobald ein Test ankommt.",
    limit: "Es ist nichts zu tun: Gesendet wird wieder, sobald das Ziel es erlaubt. Hält es an, sende weniger dorthin.",
    wait: "Mindestens alle zehn Minuten folgt ein neuer Versuch. Hält es an, prüfe Adresse und Empfänger.",
  },
  changed: (channel) => `Der Kanal ${channel} hat ein neues Ziel`,
  changedBy: (token) =>
    `Sein Ziel wurde von ${token} geändert. Falls das niemand von euch war, lösche dieses Token und setze die Adresse neu.`,
  standing: (_detail, next) => next ?? "",
  lasted: (duration) => `Dauer des Problems: ${duration}`,
  hello: (channel) => `Hallo von Tallylight, ${channel}`,
  test: "Das ist ein Test: Nachrichten von Tallylight kommen hier an.",
  unknown: {
    title: "Mit Tallylight stimmt etwas nicht",
    next: "Die Seite „Jetzt“ zeigt, was zu tun ist.",
    over: "Mit Tallylight ist wieder alles in Ordnung",
  },
  troubles: {
    tick_ahead: {
      title: "Der letzte Takt ist der Uhr voraus",
      next: "Stell die Uhr richtig oder warte: Bis sie aufgeholt hat, zählt kein Takt.",
      over: "Die Uhr hat die Takte eingeholt",
    },
    no_ticks: {
      title: "Es fehlten Takte",
      next: "Ohne Takt wird nichts abgefragt. Prüfe, ob der Cron-Trigger noch da ist.",
      over: "Die Takte kommen wieder",
    },
    tick_failed: {
      title: "Takte schlagen fehl",
      next: "Im Protokoll steht, warum.",
      over: "Die Takte gelingen wieder",
    },
    no_polls: {
      title: "Nichts wird abgefragt",
      next: "Sieh ins Protokoll und prüfe, ob die Warteschlange „polls“ ihren Abnehmer hat.",
      over: "Es wird wieder abgefragt",
    },
    batches_lost: {
      title: "Abfragen gehen immer wieder verloren",
      next: "Vielleicht reicht die CPU-Zeit nicht. Sieh ins Protokoll; der bezahlte Tarif gibt mehr.",
      over: "Es gehen keine Abfragen mehr verloren",
    },
    queue_refused: {
      title: "Die Warteschlange nimmt nichts an",
      next: "Der kostenlose Tarif hat 10.000 Operationen am Tag: Bis es wieder welche gibt, fragt jeder Takt ab, was er allein schafft.",
      over: "Die Warteschlange nimmt wieder an",
    },
    database_quota: {
      title: "Die Datenbankzeilen für heute sind fast verbraucht",
      next: "Offene Tabs schließen, seltener abfragen oder Cloudflares Bezahltarif nutzen: Sind sie verbraucht, wird bis Mitternacht UTC nichts abgefragt.",
      over: "Die Datenbank hat wieder Zeilen",
    },
    not_connected: {
      title: "Kein Dienst ist verbunden",
      next: "Gib Adresse und Zugangsdaten des Dienstes an.",
      over: "Ein Dienst ist verbunden",
    },
    budget_exceeded: {
      title: "Zu wenige Abfragen pro Minute",
      next: "Erlaube in den Einstellungen mehr Abfragen pro Minute, oder prüfe seltener.",
      over: "Die Abfragen pro Minute reichen wieder",
    },
    behind: {
      title: "Abfragen kommen zu spät",
      next: "Prüfe, wie lange der Dienst für eine Antwort braucht und ob der Rechner noch CPU-Zeit frei hat; sonst frag seltener ab.",
      over: "Abfragen kommen wieder pünktlich",
    },
    upstream_unauthorized: {
      title: "Der abgefragte Dienst lehnt die Zugangsdaten ab",
      next: "Berichtige den Schlüssel oder das Passwort unter „Erste Schritte“ oder in der Umgebung. Bis dahin gibt es alle zehn Minuten einen vorsichtigen Versuch.",
      over: "Der abgefragte Dienst nimmt die Zugangsdaten wieder an",
    },
    upstream_key_expired: {
      title: "Der Schlüssel des Kontos ist abgelaufen",
      next: "Erneuere ihn beim Dienst. Bis dahin gibt es alle zehn Minuten einen vorsichtigen Versuch.",
      over: "Der Schlüssel des Kontos gilt wieder",
    },
    upstream_throttled: {
      title: "Der abgefragte Dienst bittet um weniger Anfragen",
      next: "Es ist nichts zu tun: Die Abfragen warten und nehmen dann langsam wieder zu. Kommt es wieder vor, senke UPSTREAM_POLLS_PER_MINUTE.",
      over: "Der abgefragte Dienst darf wieder gefragt werden",
    },
    upstream_refused: {
      title: "Der abgefragte Dienst lehnt eine Operation ab",
      next: "Alles andere wird wie gewohnt abgefragt.",
      over: "Der abgefragte Dienst beantwortet wieder jede Operation",
    },
    upstream_failing: {
      title: "Jede Abfrage scheitert",
      next: "Prüfe UPSTREAM_BASE_URL und die Pfade der Operationen.",
      over: "Abfragen gelingen wieder",
    },
    upstream_drifted: {
      title: "Der abgefragte Dienst antwortet in anderer Form",
      next: "Teste die Verbindung unter „Erste Schritte“ und wähle neu, welcher Wert live heißt.",
      over: "Die Antworten des Dienstes sind wieder lesbar",
    },
    upstream_suspect: {
      title: "Zu viele Creator wechselten auf einmal",
      next: "Es ist nichts zu tun: Die Wechsel werden zurückgehalten, bis die nächste Abfrage sie bestätigt. Kommt es wieder vor, sieh nach dem Dienst.",
      over: "Die Creator wechseln nicht mehr alle auf einmal",
    },
    upstream_unknown: {
      title: "Unklar, wer live ist",
      next: "Teste die Verbindung unter „Erste Schritte“ mit jemandem, der gerade live ist, und wähle neu, welcher Wert live heißt.",
      over: "Wieder klar, wer live ist",
    },
    account_key_lost: {
      title: "Der Schlüssel zum Konto des Dienstes fehlt",
      next: "Füge den Schlüssel wieder hinzu, der das Konto verschlüsselt hat, oder gib das Konto neu ein.",
      over: "Der Schlüssel zum Konto des Dienstes ist wieder da",
    },
    channel_key_lost: {
      title: "Der Schlüssel eines Kanals fehlt",
      next: "Füge den Schlüssel wieder hinzu, der die Einstellungen verschlüsselt hat, oder gib sie neu ein.",
      over: "Die Schlüssel aller Kanäle sind wieder da",
    },
    channel_failing: {
      title: "Nachrichten an einen Kanal kommen nicht an",
      next: "Öffne „Kanäle“, um zu sehen, welcher es ist und was zu tun ist.",
      over: "Nachrichten kommen wieder an allen Kanälen an",
    },
  },
};

export const board: Translation<BoardWords> = {
  onAir: (count) => `${count} live`,
  nobody: "Niemand ist live",
  nobodyKnown: "Soweit bekannt, ist niemand live",
  unknown: (count) => `${count} unklar`,
  unknownSince: (when) => say`unklar seit ${when}, bis dahin live`,
  blind: "Unbekannt, wer live ist",
  since: (when) => say`seit ${when}`,
  sinceAtLeast: (when) => say`mindestens seit ${when}`,
  blindSince: (when) => say`Unbekannt seit ${when}. Zuletzt war bekannt:`,
  more: (count) => `und ${count} weitere`,
  moreThan: (count) => `und mehr als ${count} weitere`,
  checked: (when) => say`Geprüft ${when}`,
  placeholder: "Diese Nachricht oder eine neuere zeigt, wer live ist.",
  over: "Diese Tafel wird nicht mehr geführt.",
};

const counted = counting("de");

export const channels: Translation<ChannelWords> = {
  update: "Neuigkeit",
  moreUpdates: (count) => `${count} ${counted(count, "weitere Neuigkeit", "weitere Neuigkeiten")}`,
  more: (count) => `${count} weitere`,
  left: (count) => `+${count} weitere`,
  did: (names, did) => `${names} ${did}`,
  comma: ", ",
  colon: ": ",
  inPicture: (legend) => `Im Bild: ${legend}`,
  digest: "Übersicht",
  picture: "Bild",
  moment: "{date_short_pretty} um {time}",
  pictureOf: (name) => `Bild von ${name}`,
  coverOf: (name) => `Titelbild des Streams von ${name}`,
  unsubscribe: "Abmelden",
};

export const digest: Translation<DigestWords> = {
  quiet: (period) =>
    `${{ day: "Ein ruhiger Tag", week: "Eine ruhige Woche", month: "Ein ruhiger Monat", period: "Ein ruhiger Zeitraum" }[period]}: Nichts fiel auf.`,
  headline: (facts) => ended(facts.join("; ")),
  passedOver: (count) => `${count} ${counted(count, "frühere wurde", "frühere wurden")} übersprungen`,
  those: (titles, note) => `${titles.join(", ")}: ${note}`,
  rest: "Alles Weitere ansehen",
};

export const upstream: Translation<UpstreamWords> = {
  drifted: (operation, path) =>
    `Die meisten Antworten von ${operation} lassen sich nicht mehr lesen${path === "" ? "" : ` (bei ${path})`}. Teste die Verbindung unter „Erste Schritte“ oder berichtige UPSTREAM_OPERATIONS.`,
  incomplete: {
    title: "In einer Liste fehlen die meisten Einträge auf einmal",
    next: "Es ist nichts zu tun: Sie gelten erst als weg, wenn weitere Antworten es bestätigen. Kommt es wieder vor, sieh nach dem Dienst.",
    over: "Die Antworten zu einer Liste stimmen wieder überein",
  },
  refused: (operation, status, limited) =>
    limited
      ? `Der abgefragte Dienst begrenzt ${operation} (${status})`
      : `Der abgefragte Dienst lehnt ${operation} ab (${status})`,
  refusedNext: (limited) =>
    limited
      ? "Es ist nichts zu tun: Diese Abfragen warten so lange, wie der Dienst es verlangt. Alles andere wird wie gewohnt abgefragt."
      : "Alles andere wird wie gewohnt abgefragt. Prüfe, ob dein Konto diese Operation nutzen darf. Bis dahin gibt es alle zehn Minuten einen vorsichtigen Versuch.",
  refusedOver: (operation) => `Der abgefragte Dienst beantwortet ${operation} wieder`,
};
