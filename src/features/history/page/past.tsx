import { formsAt, pageAt, type PageContext, trialsAt } from "../../../ui/page.ts";
import { Button, ButtonLink, Form } from "../../../ui/parts/form.tsx";
import { Name } from "../../../ui/parts/name.tsx";
import { Fold, Note } from "../../../ui/parts/pieces.tsx";
import { Clock, Time } from "../../../ui/parts/time.tsx";
import { Head } from "../../../ui/shapes/head.tsx";
import { show } from "../../../ui/show.tsx";
import { marked, plural, t } from "../../../ui/words/text.ts";
import { T } from "../../../ui/words/translated.tsx";
import { target } from "../../creators/resource/target.ts";
import { CREATORS } from "../../creators/creators.ts";
import type { ImportSessionsDeps } from "../import-sessions.ts";
import { MAX_LINES, pastLines } from "../past-lines.ts";
import { type PastFault, type PastRead, readPast } from "../past-rows.ts";

/** The page for streams of before. */
const PAST = "/creators/past";

/** How many lines are shown of those that are ready, and of those that are not. */
const DISPLAYED = 20;

const FAULTS: Record<PastFault, string> = {
  who: marked("We don't know this creator. Use the handle, the link or the user ID"),
  two: marked("Two creators have this name. Use the handle or the user ID"),
  time: marked("We can't read the time. Write it like 2026-03-01 20:00"),
  day: marked("Is the first number the day or the month? Write dates like 2026-03-01"),
  future: marked("This is in the future"),
  old: marked("This is too long ago"),
  order: marked("It ends before it starts"),
  long: marked("It lasts longer than 99 hours"),
};

type Context = PageContext<{ importSessions: ImportSessionsDeps }>;

type Stream = Extract<PastRead, { session: unknown }>;
type Left = Extract<PastRead, { fault: unknown }>;

interface Displayed {
  text: string;
  read?: PastRead[];
  /** The header of a sheet, which stays above the lines that are left. */
  header?: string | null;
  /** True if the streams were stored. */
  added?: boolean;
  wrong?: string;
}

const streamsIn = (all: PastRead[]): Stream[] => all.filter((one) => "session" in one);
const leftIn = (all: PastRead[]): Left[] => all.filter((one) => "fault" in one);

const countOf = (count: number): string => plural(count, "{n} stream", "{n} streams");

async function namesOf(streams: Stream[], { ports }: Context): Promise<Map<string, string>> {
  const ids = [...new Set(streams.slice(0, DISPLAYED).map(({ session }) => session.targetId))];
  return new Map((await ports.keep.known(target, ids)).map(({ id, name }) => [id, String(name)]));
}

const Streams = ({ streams, names }: { streams: Stream[]; names: Map<string, string> }) => (
  <section class="card" aria-labelledby="streams">
    <div class="cap">
      <h2 id="streams">{t("Streams")}</h2>
    </div>
    <ul class="rows tight">
      {streams.slice(0, DISPLAYED).map(({ session: { targetId, startedAt, endedAt } }) => (
        <li class="used came">
          <span class="cut">
            <a href={`${CREATORS}/${targetId}`}>
              <Name of={names.get(targetId) ?? ""} otherwise={targetId} />
            </a>
          </span>
          <span class="soft">
            <Time at={startedAt} />
            {endedAt === null ? null : (
              <>
                –<Clock at={endedAt} />
              </>
            )}
          </span>
        </li>
      ))}
    </ul>
    {streams.length <= DISPLAYED ? null : (
      <p class="pad soft">{plural(streams.length - DISPLAYED, "and {n} more", "and {n} more")}</p>
    )}
  </section>
);

const Skipped = ({ left }: { left: Left[] }) => (
  <Note tone="hand" alert>
    <p>
      {plural(
        left.length,
        "{n} line was skipped. Fix it below, then read again.",
        "{n} lines were skipped. Fix them below, then read again.",
      )}
    </p>
    <ul>
      {left.slice(0, DISPLAYED).map(({ line, fault }) => (
        <li>
          <T of="Line {line}: {problem}" line={String(line.line)} problem={t(FAULTS[fault])} />
        </li>
      ))}
    </ul>
    {left.length <= DISPLAYED ? null : <p>{plural(left.length - DISPLAYED, "and {n} more", "and {n} more")}</p>}
  </Note>
);

const PasteForm = ({ text, wrong }: { text: string; wrong: string | undefined }) => (
  <Form action={`${PAST}/read`} class="flow" enctype="multipart/form-data">
    <div class="field">
      <label for="past">{t("When were they live?")}</label>
      <textarea
        class="in"
        id="past"
        name="past"
        rows={8}
        spellcheck={false}
        aria-describedby={wrong === undefined ? "past-hint" : "past-bad past-hint"}
        {...(wrong === undefined ? {} : { "aria-invalid": "true" as const })}
        placeholder={"@maria, 2026-03-01 20:00, 2026-03-01 22:30\nLena Winter, 2026-03-02 20:04"}
      >
        {text === "" ? "" : `\n${text}`}
      </textarea>
      <p class="hint" id="past-hint">
        {t(
          "Paste rows from a spreadsheet, an export, or the log of a bot: who, and when each stream started. The end is optional. Up to 10,000 lines.",
        )}
      </p>
      {wrong === undefined ? null : (
        <p class="bad" id="past-bad">
          {wrong}
        </p>
      )}
    </div>
    <div class="field">
      <label for="past-file">{t("Or a file")}</label>
      <input class="in" type="file" id="past-file" name="file" accept=".csv,.tsv,.txt,.log,.xlsx" />
      <p class="hint">{t("CSV, TSV, text or Excel (.xlsx), up to 1 MB. Replaces the text above.")}</p>
    </div>
    <p class="line">
      <Button look="main" busy={t("Reading…")}>
        {t("Read these lines")}
      </Button>
    </p>
  </Form>
);

const Ready = ({ text, count }: { text: string; count: number }) => (
  <Form action={PAST} class="card pad flow">
    <input type="hidden" name="past" value={text} />
    <p>{t("Times without a zone are read on the creator's clock. Nothing is added before you press the button.")}</p>
    <p class="line">
      <Button look="main" busy={t("Adding…")}>
        {plural(count, "Add {n} stream", "Add {n} streams")}
      </Button>
      <a class="btn bare" href={PAST}>
        {t("Discard")}
      </a>
    </p>
  </Form>
);

function titleOf({ read, added: isAdded }: Displayed): string {
  if (read === undefined) return t("Past streams");
  const streams = streamsIn(read);
  if (streams.length === 0) return t("No stream was found");
  const fresh = streams.filter(({ isNew }) => isNew).length;
  if (isAdded !== true) return t("{streams} found", { streams: countOf(streams.length) });
  return fresh === 0 ? t("You had all of them already") : t("{streams} added", { streams: countOf(fresh) });
}

async function pastPage(context: Context, displayed: Displayed, status = 200): Promise<Response> {
  const { text, read = [], header = null, added: isAdded = false, wrong } = displayed;
  const [streams, left] = [streamsIn(read), leftIn(read)];
  const known = streams.filter(({ isNew }) => !isNew).length;
  const title = titleOf(displayed);
  const again = left.length === 0 || header === null ? [] : [header];
  const rest = [...again, ...left.map(({ line }) => line.text)].join("\n");
  const reading = <PasteForm text={isAdded ? rest : text} wrong={wrong} />;
  const body = (
    <>
      <Head
        title={title}
        crumb={{ path: CREATORS, label: t("Creators") }}
        acts={isAdded ? <ButtonLink href={CREATORS}>{t("Go to creators")}</ButtonLink> : null}
      >
        {isAdded
          ? t("From now on we check more often around these times.")
          : t(
              "Tell us when creators were live before, and we check more often around these times. Reports don't count it.",
            )}
      </Head>
      <div class="stack">
        {left.length === 0 ? null : <Skipped left={left} />}
        {isAdded && known > 0 && known < streams.length ? (
          <Note>
            <p>{plural(known, "{n} stream was known already.", "{n} streams were known already.")}</p>
          </Note>
        ) : null}
        {streams.length === 0 || isAdded ? null : <Ready text={text} count={streams.length} />}
        {streams.length === 0 ? null : <Streams streams={streams} names={await namesOf(streams, context)} />}
        <section class="card pad">
          {streams.length > 0 && !isAdded ? <Fold title={t("Show what I pasted")}>{reading}</Fold> : reading}
        </section>
      </div>
    </>
  );
  return show(context, { title, path: CREATORS, status, body });
}

const typedIn = ({ fields }: Context): Displayed => {
  const wrong = fields.text("file.wrong");
  return { text: fields.text("file") || fields.text("past"), ...(wrong === "" ? {} : { wrong }) };
};

/** Reads what was pasted, and stores it if `store`. */
async function sent(context: Context, store: boolean): Promise<Response> {
  const typed = typedIn(context);
  if (typed.wrong !== undefined) return pastPage(context, typed, 422);
  const { header, lines } = pastLines(typed.text);
  if (lines.length === 0)
    return pastPage(context, { ...typed, wrong: t("We found no line with a date and a time.") }, 422);
  if (lines.length > MAX_LINES)
    return pastPage(context, { ...typed, wrong: t("These are more than {max} lines.", { max: MAX_LINES }) }, 422);
  const read = await readPast(lines, context.ports.importSessions, store);
  return pastPage(context, { ...typed, read, header, added: store }, streamsIn(read).length === 0 ? 422 : 200);
}

export const pastPages = [
  pageAt(PAST, (context: Context) => pastPage(context, { text: "" }), "write"),
  trialsAt(PAST)("/read", "importSessions", (context: Context) => sent(context, false)),
  formsAt(PAST)("", "importSessions", (context: Context) => sent(context, true)),
];
