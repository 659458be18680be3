import type { Translation } from "../../core/language.ts";
import type { AirtimeMethodWords } from "../../sections/airtime/method/words/en.ts";

export const ja: Translation<AirtimeMethodWords> = {
  title: "数値の計算方法",
  period: (days, zone) => `期間：${days}。1日は${zone}の0時から24時までです。`,
  soFar: (at) => `期間はまだ終わっていません。${at}時点の数値です。`,
  observed: (share) => `クリエイターをウォッチできていた時間は${share}です。`,
  unknown: (time) =>
    `合計${time}は配信中だったかどうか不明です。この時間は数えないため、配信時間は最大でその分だけ長い可能性があります。`,
  checks:
    "配信は、チェックで最初に配信中と分かった時点から、最初に配信中でないと分かった時点までを数えます。開始と終了の誤差は、チェックの間隔以内です。",
  exact: (time) => `全体で、配信時間の誤差は ± ${time} です。`,
  sheet: "計算方法",
  column: "列",
  unit: "単位",
  meaning: "意味",
  units: {
    hoursMinutes: "時間と分",
    seconds: "秒",
    days: "日",
    number: "件数",
    viewers: "人",
    viewerHours: "人 × 時間",
    viewerSeconds: "人 × 秒",
    percent: "パーセント",
    share: "0〜1",
    text: "文字",
  },
  columns: {
    name: "リストでのクリエイターの名前。",
    seconds: "期間中にチェックで配信中と確認できた時間。確認できなかった時間は含みません。",
    change: "配信時間から、前の期間の同じ部分の配信時間を引いたもの。どちらかの半分以上が不明な場合は空欄または–。",
    days: (zone) => `少しでも配信があった日数（${zone}）。`,
    validDays: (minutes) => `配信時間が${minutes}分以上の日数。0時をまたぐ配信は、それぞれの日に分けて数えます。`,
    streams: "期間中に一度でも配信中だった配信の数。短い中断は終了とせず、同じ配信として数えます。",
    averageViewers: "配信中に読み取った視聴者数の時間加重平均。一度も読み取れなかった場合は空欄または–。",
    peakViewers: "読み取った視聴者数の最大値。チェックの合間にはもっと多かった可能性があります。",
    viewerSeconds: "視聴者数とその数が続いた時間を掛けて合計したもの。",
    bestPlaces: "クリエイターについてウォッチしている各ランキングでの最高順位。1が首位です。",
    missedSlots: "チェックしていたのに配信が始まらなかった、いつもの開始時刻の数。",
    longestRunDays: "配信があった日が続いた最長の日数。",
    coverage:
      "これまでの期間全体のうち、配信中かどうか分かっている時間の割合。追加前、確認に成功していない時間、一時停止中は不明です。後から追加された場合は空欄または–。",
    unknownSeconds: "期間の残り。配信時間は最大でその分だけ長い可能性があります。",
    watchedSince: "クリエイターを追加した日時。それより前は不明です。",
    removed: "その後に削除された場合はtrue。",
    uncertaintySeconds:
      "配信は2回の確認の間に始まり終わるため、配信時間に生じうる誤差です。開始時に不足しうる時間と終了時に余分になりうる時間の大きい方です。その確認が保存されていなければ空欄または – です。",
    goal: "期間の終わりが属する月の目標：これまでの時間と有効日数、および残り。目標自身のタイムゾーンと有効日の基準を使います。",
  },
  signatures: "署名欄",
  agency: "事務所",
  client: "クライアント",
  signedName: "氏名",
  signedDate: "日付",
  signature: "署名",
};
