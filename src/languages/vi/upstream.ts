import type { Translation } from "../../core/language.ts";
import type { UpstreamWords } from "../../kinds/upstream-words/en.ts";

export const vi: Translation<UpstreamWords> = {
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
