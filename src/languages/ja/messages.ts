import type { ChannelWords } from "../../channels/words/en.ts";
import type { FaultKind } from "../../core/fault.ts";
import type { Translation } from "../../core/language.ts";
import { say } from "../../core/sentence.ts";
import type { BoardWords } from "../../features/boards/message/words/en.ts";
import type { DigestWords } from "../../features/digests/message/words/en.ts";
import type { OperatorWords } from "../../kinds/operator-words/en.ts";
import type { UpstreamWords } from "../../kinds/upstream-words/en.ts";

const faults: Record<FaultKind, string> = {
  throttled: "呼び出しを減らすよう求められた",
  unreachable: "サービスに接続できなかった",
  refused: "サービスに拒否された",
  gone: "対象が存在しない",
  malformed: "応答を読み取れなかった",
  unreadable: "数値を読み取れなくなった",
  bug: "Tallylightの不具合",
};

export const operator: Translation<OperatorWords> = {
  target: "ウォッチ対象",
  failing: {
    one: (name) => say`${name}を取得できません`,
    many: () => "を取得できません",
    heading: () => "取得できない対象",
  },
  failed: (count, fault, step) => `${count}回続けて失敗しました。直近の原因：${fault}。${step}`,
  recovered: {
    one: (name) => say`${name}を再び取得できました`,
    many: () => "を再び取得できました",
    heading: () => "取得が再開した対象",
  },
  unknownVerdict: {
    one: (name) => say`${name}が配信中か確認できません`,
    many: () => "が配信中か確認できません",
    heading: () => "状態を確認できません",
  },
  unknownNext: "長い間、確認の結果が得られていません。理由は配信者のページに表示されます。",
  knownVerdict: {
    one: (name) => say`${name}が配信中か再び確認できます`,
    many: () => "を再び確認できます",
    heading: () => "再び確認済み",
  },
  unknownData: {
    one: (name) => say`${name}の最新データがありません`,
    many: () => "の最新データがありません",
    heading: () => "最新データなし",
  },
  unknownDataNext: "長い間、確認の正しい応答が得られていません。",
  knownData: {
    one: (name) => say`${name}の最新データが再び得られました`,
    many: () => "の最新データが再び得られました",
    heading: () => "最新データあり",
  },
  after: (count) => `${count}回の失敗のあとに復旧`,
  fault: ({ kind, where }) => `${faults[kind]}${where}`,
  steps: {
    throttled: "取得の間隔を広げてください。",
    unreachable: "データ取得先のサービスに接続できるか確認してください。",
    refused: "IDが正しいか、アカウントの権限が足りているか確認してください。",
    gone: "IDが正しいか確認してください。",
    malformed: "「はじめに」で接続をテストしてください。サービスの応答形式が変わった可能性があります。",
    unreadable: "サービスがこの数値を送らなくなったか、応答内の場所が変わった可能性があります。",
    bug: "詳しくはログをご覧のうえ、ご報告ください。",
  },
  disabled: (channel) => `チャンネル「${channel}」が無効になりました`,
  revive: () =>
    "送信先が受け付けなくなりました。「チャンネル」で新しいアドレスを入力してオンに戻し、届かなかった分を「メッセージ」で送信してください。",
  channelFailing: (channel) => `チャンネル「${channel}」にメッセージが届いていません`,
  channelSays: (reason, fix, waiting) => `直近のエラー：「${reason}」。${fix}待機中：${waiting}件。`,
  channelRecovered: (channel) => `チャンネル「${channel}」にメッセージが再び届くようになりました`,
  channelSends: (waiting) => `待機していたメッセージを送信しています：${waiting}件。`,
  fixes: {
    allow: "Tallylightの投稿を許可してください。権限と、チャンネルのメンバーであることを確認してください。",
    token: "新しいボットトークンを設定してください。",
    thread:
      "スレッドのIDか、テキストチャンネルのWebhookを設定してください。フォーラムはスレッド内の投稿だけを受け付けます。",
    address: "チャンネルのアドレスを確認してください。送信先に拒否されています。",
    open: "送信先でスレッドやトピックを開き直すか、フォーラムを整理してください。別のスレッドを設定することもできます。",
    refused:
      "送信先がメッセージを受け付けていません。示された原因を解消してください。それまでメッセージは待機し、再試行されます。",
    key: "設定の暗号化に使った鍵を元に戻すか、設定を入力し直してください。",
    message:
      "テストメッセージを送ってください。拒否された分は自動では再送されません。テストが届いたら再送してください。",
    limit: "対応は不要です。送信先が許可すれば送信を再開します。続く場合は送る件数を減らしてください。",
    wait: "少なくとも10分ごとに再試行します。続く場合はアドレスと受信側を確認してください。",
  },
  changed: (channel) => `チャンネル「${channel}」の送信先が変わりました`,
  changedBy: (token) =>
    `送信先は${token}によって変更されました。心当たりがなければ、そのトークンを削除してアドレスを設定し直してください。`,
  standing: (_detail, next) => next ?? "",
  lasted: (duration) => `継続時間：${duration}`,
  hello: (channel) => `Tallylightから「${channel}」へのごあいさつ`,
  test: "これはテストです。Tallylightのメッセージはここに届きます。",
  unknown: {
    title: "Tallylightに問題があります",
    next: "対処方法は「現在」ページで確認できます。",
    over: "Tallylightは正常に戻りました",
  },
  troubles: {
    tick_ahead: {
      title: "最後のティックが時計より進んでいます",
      next: "時計を合わせるか、追いつくまでお待ちください。それまでティックは数えられません。",
      over: "時計がティックに追いつきました",
    },
    no_ticks: {
      title: "ティックが途絶えました",
      next: "ティックがないと何も取得されません。cronトリガーを確認してください。",
      over: "ティックが再開しました",
    },
    tick_failed: {
      title: "ティックが失敗しています",
      next: "原因はログに記録されています。",
      over: "ティックが正常に戻りました",
    },
    no_polls: {
      title: "何も取得されていません",
      next: "ログと、キュー「polls」にコンシューマーがあるかを確認してください。",
      over: "取得が再開しました",
    },
    batches_lost: {
      title: "取得が繰り返し失われています",
      next: "CPU時間が足りない可能性があります。ログを確認してください。有料プランなら余裕が増えます。",
      over: "取得は失われなくなりました",
    },
    queue_refused: {
      title: "キューがメッセージを受け付けません",
      next: "無料プランの上限は1日10,000操作です。回復するまで、各ティックが自力でできる分だけ取得します。",
      over: "キューが再び受け付けています",
    },
    database_quota: {
      title: "本日のデータベース行数がまもなく上限に達します",
      next: "使っていないタブを閉じる、取得の頻度を下げる、またはCloudflareの有料プランを使ってください。上限に達すると、UTCの0時まで何も取得されません。",
      over: "データベースの行数が再び使えます",
    },
    not_connected: {
      title: "サービスが接続されていません",
      next: "サービスのアドレスと認証情報を入力してください。",
      over: "サービスが接続されました",
    },
    budget_exceeded: {
      title: "1分あたりの回数が足りません",
      next: "設定で1分あたりの回数を増やすか、チェックの間隔を広げてください。",
      over: "1分あたりの回数が足りるようになりました",
    },
    behind: {
      title: "取得が遅れています",
      next: "サービスの応答時間と、マシンのCPUに余裕があるかを確認してください。改善しない場合は間隔を広げてください。",
      over: "取得の遅れは解消しました",
    },
    upstream_unauthorized: {
      title: "データ取得先のサービスが認証情報を拒否しています",
      next: "「はじめに」または環境変数で、キーかパスワードを直してください。正しくなるまで10分ごとに1回だけ試します。",
      over: "認証情報が再び受け付けられました",
    },
    upstream_key_expired: {
      title: "アカウントのキーの期限が切れました",
      next: "サービス側でキーを更新してください。それまで10分ごとに1回だけ試します。",
      over: "アカウントのキーが再び有効です",
    },
    upstream_throttled: {
      title: "データ取得先のサービスが呼び出しを減らすよう求めています",
      next: "操作は不要です。取得は待機し、徐々に再開します。繰り返す場合はUPSTREAM_POLLS_PER_MINUTEを下げてください。",
      over: "データ取得先のサービスを再び呼び出せます",
    },
    upstream_refused: {
      title: "データ取得先のサービスが操作の1つを拒否しています",
      next: "ほかの取得は通常どおり続きます。",
      over: "データ取得先のサービスがすべての操作に再び応答しています",
    },
    upstream_failing: {
      title: "すべての取得が失敗しています",
      next: "UPSTREAM_BASE_URLと各操作のパスを確認してください。",
      over: "取得が再び成功しています",
    },
    upstream_drifted: {
      title: "データ取得先のサービスの応答形式が変わりました",
      next: "「はじめに」で接続をテストして、配信中を表す値を選び直してください。",
      over: "応答を再び読み取れます",
    },
    upstream_suspect: {
      title: "多くの配信者の状態が一斉に変わりました",
      next: "操作は不要です。次の取得で確かめられるまで通知を保留します。繰り返す場合はサービスを確認してください。",
      over: "一斉の変化は収まりました",
    },
    upstream_unknown: {
      title: "誰が配信中か確認できません",
      next: "「はじめに」でいま配信中の人で接続をテストして、配信中を表す値を選び直してください。",
      over: "誰が配信中か再び確認できます",
    },
    account_key_lost: {
      title: "サービスのアカウントの鍵が見つかりません",
      next: "アカウントの暗号化に使った鍵を元に戻すか、アカウントを入力し直してください。",
      over: "サービスのアカウントの鍵がそろいました",
    },
    channel_key_lost: {
      title: "チャンネルの鍵が見つかりません",
      next: "設定の暗号化に使った鍵を元に戻すか、設定を入力し直してください。",
      over: "すべてのチャンネルの鍵がそろいました",
    },
    channel_failing: {
      title: "チャンネルにメッセージが届いていません",
      next: "どのチャンネルか、どうすればよいかは「チャンネル」でわかります。",
      over: "すべてのチャンネルに再び届くようになりました",
    },
  },
};

export const board: Translation<BoardWords> = {
  onAir: (count) => `${count}人が配信中`,
  nobody: "配信中の人はいません",
  nobodyKnown: "確認できる範囲では誰も配信していません",
  unknown: (count) => `${count}人は不明`,
  unknownSince: (when) => say`${when}から不明（それまで配信中）`,
  blind: "誰が配信中か分かりません",
  since: (when) => say`${when}から`,
  sinceAtLeast: (when) => say`少なくとも${when}から`,
  blindSince: (when) => say`${when}から分かりません。最後に分かっていたこと：`,
  more: (count) => `ほか${count}人`,
  moreThan: (count) => `ほか${count}人以上`,
  checked: (when) => say`確認：${when}`,
  placeholder: "このメッセージか、より新しいメッセージに、ライブ中の人が表示されます。",
  over: "このボードはもう更新されません。",
};

export const channels: Translation<ChannelWords> = {
  update: "お知らせ",
  moreUpdates: (count) => `ほか${count}件のお知らせ`,
  more: (count) => `ほか${count}件`,
  left: (count) => `+ほか${count}件`,
  did: (names, did) => `${names}${did}`,
  comma: "、",
  colon: "：",
  inPicture: (legend) => `画像内の表記：${legend}`,
  digest: "まとめ",
  picture: "画像",
  moment: "{date_short_pretty} {time}",
  pictureOf: (name) => `${name}さんの画像`,
  coverOf: (name) => `${name}さんの配信のカバー画像`,
  unsubscribe: "配信停止",
};

export const digest: Translation<DigestWords> = {
  quiet: (period) =>
    `${{ day: "静かな1日", week: "静かな1週間", month: "静かな1か月", period: "静かな期間" }[period]}でした。目立った動きはありません。`,
  headline: (facts) => `${facts.join("。")}。`,
  passedOver: (count) => `以前の${count}回分は省略`,
  those: (titles, note) => `${titles.join("、")}：${note}`,
  rest: "残りを見る",
};

export const upstream: Translation<UpstreamWords> = {
  drifted: (operation, path) =>
    `${operation}の応答の大半を読み取れません${path === "" ? "" : `（${path}）`}。「はじめに」で接続をテストするか、UPSTREAM_OPERATIONSを直してください。`,
  incomplete: {
    title: "リストの大半の項目が一度に見えなくなりました",
    next: "操作は不要です。続く応答で確かめられるまで、消えたとは見なしません。繰り返す場合はサービスを確認してください。",
    over: "リストの応答が再び一致しました",
  },
  refused: (operation, status, limited) =>
    limited
      ? `データ取得先のサービスが${operation}を制限しています（${status}）`
      : `データ取得先のサービスが${operation}を拒否しています（${status}）`,
  refusedNext: (limited) =>
    limited
      ? "操作は不要です。この取得だけがサービスの指定した時間待機します。ほかの取得は通常どおり続きます。"
      : "ほかの取得は通常どおり続きます。アカウントでこの操作を使えるか確認してください。それまで10分ごとに1回だけ試します。",
  refusedOver: (operation) => `データ取得先のサービスが${operation}に再び応答しています`,
};
