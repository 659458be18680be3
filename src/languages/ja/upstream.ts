import type { Translation } from "../../core/language.ts";
import type { UpstreamWords } from "../../kinds/upstream-words/en.ts";

export const ja: Translation<UpstreamWords> = {
  drifted: (operation, path) =>
    `${operation}の応答の大半を読み取れません${path === "" ? "" : `（${path}）`}。応答（POST /v1/upstream/probe）とUPSTREAM_OPERATIONSのポインターを見比べてください。`,
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
