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
export function plain(text: string): string {
  return text
    .normalize("NFKD")
    .replaceAll(/\p{Mn}/gu, "")
    .toLowerCase();
}

/** `12`, `1.2M`, `#3`, `120k+`. */
const AMOUNT = /^[#~<>+]?[\d.,/:-]+(?:k|m|mio|mil|tsd|mn|bn|st|nd|rd|th|x|h|万|萬|億|만)?[+%]?$/u;

/** Reports whether all words of a text say what somebody is, count something or only connect. */
export const isNote = (text: string): boolean =>
  plain(text)
    .split(/[\s/&+|.]+|(?<=[a-z])-(?=[a-z])/u)
    .every(
      (word) =>
        !/[\p{L}\p{N}]/u.test(word) || AMOUNT.test(word) || NOTES.has(word.replaceAll(/^[^\p{L}]+|[^\p{L}]+$/gu, "")),
    );
