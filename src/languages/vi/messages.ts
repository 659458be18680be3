import type { ChannelWords } from "../../channels/words/en.ts";
import type { Translation } from "../../core/language.ts";
import { say } from "../../core/sentence.ts";
import type { BoardWords } from "../../features/boards/message/words/en.ts";
import type { DigestWords } from "../../features/digests/message/words/en.ts";
import type { UpstreamWords } from "../../kinds/upstream-words/en.ts";

export const board: Translation<BoardWords> = {
  onAir: (count) => `${count} người đang phát trực tiếp`,
  nobody: "Không có ai đang phát trực tiếp",
  nobodyKnown: "Theo những gì biết được, không ai đang live",
  unknown: (count) => `${count} không rõ`,
  unknownSince: (when) => say`không rõ từ ${when}, đến lúc đó vẫn live`,
  blind: "Không biết ai đang phát trực tiếp",
  since: (when) => say`từ ${when}`,
  sinceAtLeast: (when) => say`ít nhất từ ${when}`,
  blindSince: (when) => say`Không biết từ ${when}. Lần cuối biết được:`,
  more: (count) => `và ${count} người nữa`,
  moreThan: (count) => `và hơn ${count} người nữa`,
  checked: (when) => say`Đã kiểm tra ${when}`,
  placeholder: "Tin này hoặc một tin mới hơn cho biết ai đang phát trực tiếp.",
  over: "Bảng này không còn được cập nhật.",
};

export const channels: Translation<ChannelWords> = {
  update: "Tin mới",
  moreUpdates: (count) => `${count} tin khác`,
  more: (count) => `${count} mục khác`,
  left: (count) => `+${count} mục khác`,
  did: (names, did) => `${names} ${did}`,
  comma: ", ",
  colon: ": ",
  inPicture: (legend) => `Trong ảnh: ${legend}`,
  digest: "Bản tổng hợp",
  picture: "Ảnh",
  moment: "{date_short_pretty} lúc {time}",
  pictureOf: (name) => `Ảnh của ${name}`,
  coverOf: (name) => `Ảnh bìa buổi phát trực tiếp của ${name}`,
  unsubscribe: "Hủy đăng ký",
};

export const digest: Translation<DigestWords> = {
  quiet: (period) =>
    `${{ day: "Một ngày yên ắng", week: "Một tuần yên ắng", month: "Một tháng yên ắng", period: "Một kỳ yên ắng" }[period]}: không có gì nổi bật.`,
  headline: (facts) => `${facts.join("; ")}.`,
  passedOver: (count) => `đã bỏ qua ${count} kỳ trước`,
  those: (titles, note) => `${titles.join(", ")}: ${note}`,
};

export const upstream: Translation<UpstreamWords> = {
  drifted: (operation, path) =>
    `Phần lớn câu trả lời của ${operation} không còn đọc được${path === "" ? "" : ` (tại ${path})`}. Hãy so một câu (POST /v1/upstream/probe) với con trỏ trong UPSTREAM_OPERATIONS.`,
  incomplete: {
    title: "Phần lớn mục của một danh sách biến mất cùng lúc",
    next: "Không cần làm gì: chúng chỉ được coi là không còn khi các câu trả lời sau xác nhận. Nếu lặp lại, hãy xem dịch vụ.",
    over: "Các câu trả lời về danh sách lại khớp với nhau",
  },
  refused: (operation, status, limited) =>
    limited
      ? `Dịch vụ được theo dõi giới hạn ${operation} (${status})`
      : `Dịch vụ được theo dõi từ chối ${operation} (${status})`,
  refusedNext: (limited) =>
    limited
      ? "Không cần làm gì: việc đọc này chờ đúng thời gian dịch vụ yêu cầu. Mọi thứ khác vẫn được đọc như thường lệ."
      : "Mọi thứ khác vẫn được đọc như thường lệ. Hãy kiểm tra xem tài khoản có được dùng thao tác này không. Cho đến lúc đó, cứ mười phút thử một lần.",
  refusedOver: (operation) => `Dịch vụ được theo dõi lại trả lời ${operation}`,
};
