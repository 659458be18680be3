import { unlisted } from "./creator-in.ts";

/** Emoji with what belongs to them, and other signs. */
const SIGNS = /(?:\p{Extended_Pictographic}|[\p{So}\p{Sk}\p{Regional_Indicator}]|\u200d|\ufe0f)+/gu;

/** What stands between the parts of a line. A hyphen, slash or dot within a name has no blanks around it. */
const BETWEEN =
  /[;|\t\n：]|,(?!\d{3}(?!\d))|:(?=\s|$)|\s[-–—−=~/\\·•→>»←<«]+(?=\s|$)|(?:^|\s)[-–—−=~/\\·•→>»←<«]+\s|\saka\s/gu;

const BRACKETS = /[([{【（「<]([^()[\]{}【】（）「」<>]*)[)\]}】）」>]/gu;

/** The number of a line in a list: `#1`, `1.`, `No. 3`, `①`, `a)`, `iv.`. */
const NUMBER =
  /^(?:(?:no|nr|nº|n°|№)\.?\s?\d{1,4}[.:)]?|#\s?\d{1,4}[.:)]?|\(?\d{1,4}[.):\]]+(?!\d)|[\u2460-\u24ff\u2776-\u2793]|[a-z]\)|[ivx]{1,5}[.)])\s*(?=\S)/iu;

/** Labels behind a name: "Lena’s TikTok". */
const LABEL =
  /(?:['’]s)?\s(?:on\s|auf\s|en\s|sur\s|no\s)?(?:tik ?tok|handle|account|profile?|channel|aka|alias|is|at|link|username)$/i;

/** The shortest part of a handle that says something. */
const SHORTEST = 3;

/** What stands beside a creator in a line. */
interface Beside {
  before: string;
  after: string;
  /** The handle; null for an id or a link without one. */
  handle: string | null;
}

/**
 * Finds the name of a creator in what stands beside it. Null where nothing is surely a name: then the service's own is
 * used. A bracket is a name only if it resembles the handle.
 */
export function nameInLine({ before, after, handle }: Beside): string | null {
  if (before.length + after.length > MAX_CHARS) return null;
  const [first, second] = [partsOf(before), partsOf(after)];
  const outside = distinct([...first.outside, ...second.outside]);
  const inside = distinct([...first.inside, ...second.inside]);
  const alike = outside.filter((text) => isAlike(text, handle));
  if (alike.length === 1) return withoutNumber(alike[0]!, handle);
  const [only, ...rest] = outside;
  const bracket = inside.filter((text) => isAlike(text, handle));
  if (only === undefined) return bracket.length === 1 ? bracket[0]! : null;
  if (rest.length > 0 || bracket.length > 0) return null;
  // A sentence or a list number is no name.
  const isMarked = first.outside.includes(only) && /[:;|,=~→•–—-]\s*$/.test(before.slice(-SHORTEST));
  const isSentence = (/^\p{Ll}/u.test(only) && !isMarked) || only.split(" ").length > MOST_WORDS;
  return isSentence || /^\d/.test(only) ? null : only;
}

/** What is longer is a sentence. */
const MAX_CHARS = 300;
const MOST_WORDS = 6;

/** Numbers and labels around a name. */
const MOST_LAYERS = 3;

/** Words that say what somebody is or does, not who, in the languages of the product and a few more. */
const NOTES = new Set(
  `mod mods moderator moderators moderation moderador moderadora moderateur moderatrice moderatorin moderasi moderatore
  admin admins administrator owner host cohost manager managers management manajer gerente agency agence
  agentur agencia agensi editor editors vip new neu nuevo nueva nouveau nouvelle novo nova baru moi old alt main second
  backup official oficial officiel officielle offiziell resmi verified creator creators creador creadora createur
  creatrice criador criadora kreator streamer streamers streaming artist artista artiste talent talents influencer
  influenceur influenceuse influenceurin head lead leader leiter leiterin team staff crew member guest gast invite
  invitado invitada convidado convidada tamu intern trainee praktikant praktikantin assistant assistent coach trainer
  singer sangerin cantante chanteuse chanteur cantora penyanyi dancer gamer model dj mc actor actress friend
  support tech partner sponsor sponsored client kunde kundin cliente test demo todo pending confirmed paused active
  inactive left live offline online on off the de of at is by aka alias and und y et e dan from in our my your mein
  meine unser unsere mi notre she he they her him them sie er ella el elle il account accounts konto compte conta cuenta
  akun handle username user nutzer benutzername usuario nick nickname name nombre nom nome nama link url profile profil
  perfil id no nr tiktok instagram insta ig twitch youtube yt twitter facebook channel kanal canal chaine follower
  followers abonnenten abonnes seguidores seguidoras pengikut subs subscribers likes views k m mio mil tsd mn bn top
  star fav favorite favourite favorit favorito favori follow check out watch see please bitte pls siehe mira voir lihat
  also auch noch tambien aussi tambem juga back soon since seit
  us uk eu usa de at ch fr es pt br mx id vn jp kr cn it nl pl tr`
    .split(/\s+/)
    .concat(
      "モデ モデレーター モデレータ 管理人 管理者 配信者 公式 新人 メイン サブ アカウント 名前 さん フォロワー 版主 管理员 主播 官方 粉丝".split(
        " ",
      ),
      "모드 매니저 관리자 공식 팔로워 модератор модераторка админ менеджер стример официальный подписчиков ник".split(
        " ",
      ),
      "مشرف مشرفة مدير مديرة رسمي حساب متابع متابعين quản lý chính thức mới người theo dõi".split(" "),
    )
    .map((word) => plain(word)),
);

/** A text without accents, in lower case. */
function plain(text: string): string {
  return text
    .normalize("NFKD")
    .replaceAll(/\p{Mn}/gu, "")
    .toLowerCase();
}

/** `12`, `1.2M`, `#3`, `120k+`. */
const AMOUNT = /^[#~<>+]?[\d.,/:-]+(?:k|m|mio|mil|tsd|mn|bn|st|nd|rd|th|x|h|万|萬|億|만)?[+%]?$/u;

/** Reports whether all words of a text say what somebody is, count something or only connect. */
const isNote = (text: string): boolean =>
  plain(text)
    .split(/[\s/&+|.]+|(?<=[a-z])-(?=[a-z])/u)
    .every(
      (word) =>
        !/[\p{L}\p{N}]/u.test(word) || AMOUNT.test(word) || NOTES.has(word.replaceAll(/^[^\p{L}]+|[^\p{L}]+$/gu, "")),
    );

const distinct = (texts: string[]): string[] => [...new Map(texts.map((text) => [plain(text), text])).values()];

/** The parts of a text outside and inside brackets that may be names. */
function partsOf(text: string): { outside: string[]; inside: string[] } {
  const inside = [...text.matchAll(BRACKETS)].flatMap(([, within]) => named(within!));
  return {
    outside: text
      .replaceAll(BRACKETS, " | ")
      .split(BETWEEN)
      .flatMap((part) => named(part ?? "")),
    inside,
  };
}

/** The name in a part, if it is not only a note. */
function named(part: string): string[] {
  let name = trimmed(unlisted(part));
  for (let layer = 0; layer < MOST_LAYERS; layer++) name = trimmed(name.replace(NUMBER, "").replace(LABEL, ""));
  const pieces = name
    .split(SIGNS)
    .map(trimmed)
    .filter((piece) => piece !== "");
  const telling = pieces.filter((piece) => !isNote(piece));
  if (telling.length < pieces.length) name = telling.join(" ");
  return /\p{L}/u.test(name) && !isNote(name) ? [name] : [];
}

const INNER = /[\p{L}\p{N}]/u;

/** A text without blanks, quotes and signs around it. */
function trimmed(text: string): string {
  const signs = Array.from(text.replaceAll(/\s+/g, " "));
  const from = signs.findIndex((sign) => INNER.test(sign));
  const to = signs.findLastIndex((sign) => INNER.test(sign) || /\p{M}/u.test(sign));
  return from === -1 ? "" : signs.slice(from, to + 1).join("");
}

/** Reports whether a name and a handle share a word, or one is within the other. */
function isAlike(name: string, handle: string | null): boolean {
  if (handle === null) return false;
  const joined = joinedOf(handle);
  const words = plain(name)
    .split(/[^a-z0-9]+/)
    .filter((word) => word !== "");
  if (words.some((word) => word.length >= SHORTEST && joined.includes(word) && !isNote(word))) return true;
  const whole = words.join("");
  return plain(handle)
    .split(/[^a-z]+/)
    .some((word) => word.length > SHORTEST && whole.includes(word));
}

/** "1 Lena" beside @lena is Lena; "50 Cent" beside @50cent stays. */
function withoutNumber(name: string, handle: string | null): string {
  const [, number, rest] = /^(\d{1,4})\s[^\p{L}\p{N}]*([\p{L}\p{N}].*)$/u.exec(name) ?? [];
  if (number === undefined) return name;
  return joinedOf(handle ?? "").includes(joinedOf(number + rest!.split(" ")[0]!)) ? name : rest!;
}

const joinedOf = (text: string): string => plain(text).replaceAll(/[^a-z0-9]/g, "");
