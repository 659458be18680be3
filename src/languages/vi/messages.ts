import type { ChannelWords } from "../../channels/words/en.ts";
import type { FaultKind } from "../../core/fault.ts";
import type { Translation } from "../../core/language.ts";
import { say } from "../../core/sentence.ts";
import type { BoardWords } from "../../features/boards/message/words/en.ts";
import type { DigestWords } from "../../features/digests/message/words/en.ts";
import type { OperatorWords } from "../../kinds/operator-words/en.ts";
import type { UpstreamWords } from "../../kinds/upstream-words/en.ts";

const faults: Record<FaultKind, string> = {
  throttled: "dịch vụ yêu cầu gọi ít hơn",
  unreachable: "không kết nối được tới dịch vụ",
  refused: "dịch vụ từ chối",
  gone: "mục tiêu không còn nữa",
  malformed: "không đọc được câu trả lời",
  unreadable: "không còn đọc được một con số",
  bug: "lỗi của Tallylight",
};

export const operator: Translation<OperatorWords> = {
  target: "Một mục tiêu",
  failing: {
    one: (name) => say`Không kiểm tra được ${name}`,
    many: () => "không thể kiểm tra được",
    heading: () => "Không kiểm tra được",
  },
  failed: (count, fault, step) => `${count} lần liên tiếp thất bại; lần cuối: ${fault}. ${step}`.trim(),
  recovered: {
    one: (name) => say`Đã kiểm tra lại được ${name}`,
    many: () => "đã được kiểm tra lại",
    heading: () => "Đã kiểm tra lại được",
  },
  unknownVerdict: {
    one: (name) => say`Không rõ ${name} có đang live không`,
    many: () => "chưa rõ trạng thái",
    heading: () => "Chưa rõ trạng thái",
  },
  unknownNext: "Đã quá lâu các lần kiểm tra không cho biết điều đó. Trang của nhà sáng tạo cho biết lý do.",
  knownVerdict: {
    one: (name) => say`Đã biết lại ${name} có đang live không`,
    many: () => "đã rõ trạng thái trở lại",
    heading: () => "Đã rõ trạng thái trở lại",
  },
  unknownData: {
    one: (name) => say`Không có dữ liệu mới về ${name}`,
    many: () => "không có dữ liệu mới",
    heading: () => "Không có dữ liệu mới",
  },
  unknownDataNext: "Đã quá lâu các lần kiểm tra không có câu trả lời hợp lệ.",
  knownData: {
    one: (name) => say`Đã có lại dữ liệu mới về ${name}`,
    many: () => "đã có lại dữ liệu mới",
    heading: () => "Đã có lại dữ liệu mới",
  },
  after: (count) => `Sau ${count} lần thất bại`,
  fault: ({ kind, where }) => `${faults[kind]}${where}`,
  steps: {
    throttled: "Hãy đọc thưa hơn.",
    unreachable: "Hãy xem có kết nối được tới dịch vụ được theo dõi không.",
    refused: "Hãy kiểm tra id và quyền của tài khoản.",
    gone: "Hãy kiểm tra id có đúng không.",
    malformed: "Hãy thử kết nối ở trang Những bước đầu tiên: có thể dịch vụ đã đổi dạng câu trả lời.",
    unreadable: "Có thể dịch vụ không còn gửi con số này, hoặc đã chuyển nó sang chỗ khác trong câu trả lời.",
    bug: "Nhật ký có ghi thêm; vui lòng báo lại.",
  },
  disabled: (channel) => `Kênh ${channel} đã bị tắt`,
  revive: () =>
    "Nơi nhận không còn nhận tin. Hãy nhập địa chỉ mới và bật lại ở trang Kênh, rồi gửi những gì đã lỡ ở trang Tin nhắn.",
  channelFailing: (channel) => `Tin gửi đến ${channel} không tới nơi`,
  channelSays: (reason, fix, waiting) => `Lỗi gần nhất: “${reason}”. ${fix} Đang chờ: ${waiting}.`,
  channelRecovered: (channel) => `Tin gửi đến ${channel} lại tới nơi`,
  channelSends: (waiting) => `Các tin đang chờ được gửi ngay: ${waiting}.`,
  fixes: {
    allow: "Hãy cho phép Tallylight đăng ở đó: kiểm tra quyền và việc nó là thành viên của kênh.",
    token: "Hãy đặt token bot mới cho kênh.",
    thread: "Hãy đặt id của một luồng hoặc webhook của một kênh văn bản: diễn đàn chỉ nhận tin trong một luồng.",
    address: "Hãy kiểm tra địa chỉ của kênh: nơi nhận từ chối nó.",
    open: "Hãy mở lại luồng hoặc chủ đề ở đó, hoặc dọn bớt diễn đàn. Hoặc nhập một luồng khác.",
    refused: "Nơi nhận không chấp nhận tin này. Hãy sửa điều nó báo: tin sẽ chờ và được thử lại cho đến lúc đó.",
    key: "Hãy thêm lại khóa đã mã hóa cài đặt, hoặc nhập lại cài đặt.",
    message: "Hãy gửi một tin thử. Tin bị từ chối không tự gửi lại: hãy gửi lại khi tin thử tới nơi.",
    limit: "Không cần làm gì: việc gửi tiếp tục khi nơi nhận cho phép. Nếu kéo dài, hãy gửi ít tin hơn đến đó.",
    wait: "Ít nhất mười phút lại thử một lần. Nếu kéo dài, hãy kiểm tra địa chỉ và nơi nhận.",
  },
  changed: (channel) => `Kênh ${channel} nay gửi đến nơi khác`,
  changedBy: (token) =>
    `Nơi nhận đã được ${token} thay đổi. Nếu không phải người của bạn, hãy xóa token đó và đặt lại địa chỉ.`,
  standing: (_detail, next) => next ?? "",
  lasted: (duration) => `Sự cố kéo dài ${duration}`,
  hello: (channel) => `Tallylight xin chào, ${channel}`,
  test: "Đây là tin thử: tin nhắn của Tallylight đến được đây.",
  unknown: {
    title: "Tallylight đang gặp trục trặc",
    next: "Trang Hiện tại cho biết cần làm gì.",
    over: "Tallylight đã ổn trở lại",
  },
  troubles: {
    tick_ahead: {
      title: "Nhịp cuối đi trước đồng hồ",
      next: "Hãy chỉnh đồng hồ hoặc chờ: đến lúc đó không nhịp nào được tính.",
      over: "Đồng hồ đã đuổi kịp các nhịp",
    },
    no_ticks: {
      title: "Đã thiếu nhịp",
      next: "Không có nhịp thì không đọc được gì. Hãy xem cron trigger còn đó không.",
      over: "Các nhịp đã trở lại",
    },
    tick_failed: {
      title: "Các nhịp bị lỗi",
      next: "Nhật ký ghi rõ lý do.",
      over: "Các nhịp đã chạy tốt trở lại",
    },
    no_polls: {
      title: "Không có gì được đọc",
      next: "Hãy xem nhật ký và kiểm tra hàng đợi “polls” có nơi xử lý không.",
      over: "Các mục tiêu lại được đọc",
    },
    batches_lost: {
      title: "Các lượt đọc bị mất liên tục",
      next: "Có thể thiếu thời gian CPU. Hãy xem nhật ký; gói trả phí cho nhiều hơn.",
      over: "Không còn lượt đọc nào bị mất",
    },
    queue_refused: {
      title: "Hàng đợi không nhận tin",
      next: "Gói miễn phí có 10.000 thao tác mỗi ngày: trong lúc chờ, mỗi nhịp tự đọc những gì có thể.",
      over: "Hàng đợi đã nhận tin trở lại",
    },
    database_quota: {
      title: "Số hàng cơ sở dữ liệu hôm nay sắp hết",
      next: "Đóng các thẻ không ai xem, đọc thưa hơn hoặc dùng gói trả phí của Cloudflare: khi hết, không có gì được đọc cho đến nửa đêm UTC.",
      over: "Cơ sở dữ liệu đã có hàng trở lại",
    },
    not_connected: {
      title: "Chưa kết nối dịch vụ nào",
      next: "Hãy nhập địa chỉ và thông tin đăng nhập của dịch vụ.",
      over: "Đã kết nối dịch vụ",
    },
    budget_exceeded: {
      title: "Không đủ lượt gọi mỗi phút",
      next: "Hãy cho phép nhiều lượt gọi mỗi phút hơn trong Cài đặt, hoặc kiểm tra thưa hơn.",
      over: "Đã đủ lượt gọi mỗi phút trở lại",
    },
    behind: {
      title: "Việc đọc bị trễ",
      next: "Hãy xem dịch vụ mất bao lâu để trả lời và máy còn dư CPU không; nếu không, hãy đọc thưa hơn.",
      over: "Việc đọc đã đúng giờ trở lại",
    },
    upstream_unauthorized: {
      title: "Dịch vụ được theo dõi từ chối thông tin đăng nhập",
      next: "Hãy sửa khóa hoặc mật khẩu trong Những bước đầu tiên hoặc trong môi trường. Cho đến khi đúng, cứ mười phút thử một lần.",
      over: "Dịch vụ được theo dõi đã chấp nhận thông tin đăng nhập",
    },
    upstream_key_expired: {
      title: "Khóa của tài khoản đã hết hạn",
      next: "Hãy gia hạn khóa tại dịch vụ. Cho đến lúc đó, cứ mười phút thử một lần.",
      over: "Khóa của tài khoản đã dùng lại được",
    },
    upstream_throttled: {
      title: "Dịch vụ được theo dõi yêu cầu gọi ít hơn",
      next: "Không cần làm gì: việc đọc tạm chờ rồi tăng dần. Nếu lặp lại, hãy giảm UPSTREAM_POLLS_PER_MINUTE.",
      over: "Lại có thể gọi dịch vụ được theo dõi",
    },
    upstream_refused: {
      title: "Dịch vụ được theo dõi từ chối một thao tác",
      next: "Mọi thứ khác vẫn được đọc như thường lệ.",
      over: "Dịch vụ được theo dõi lại trả lời mọi thao tác",
    },
    upstream_failing: {
      title: "Mọi lượt đọc đều thất bại",
      next: "Hãy kiểm tra UPSTREAM_BASE_URL và đường dẫn của các thao tác.",
      over: "Các lượt đọc lại thành công",
    },
    upstream_drifted: {
      title: "Dịch vụ được theo dõi trả lời theo dạng khác",
      next: "Hãy thử kết nối ở trang Những bước đầu tiên và chọn lại giá trị nghĩa là live.",
      over: "Câu trả lời của dịch vụ lại đọc được",
    },
    upstream_suspect: {
      title: "Quá nhiều nhà sáng tạo đổi trạng thái cùng lúc",
      next: "Không cần làm gì: thay đổi được giữ lại cho đến lượt đọc sau xác nhận. Nếu lặp lại, hãy xem dịch vụ.",
      over: "Các nhà sáng tạo không còn đổi cùng lúc",
    },
    upstream_unknown: {
      title: "Không rõ ai đang live",
      next: "Hãy thử kết nối ở trang Những bước đầu tiên với một người đang live và chọn lại giá trị nghĩa là live.",
      over: "Đã biết lại ai đang live",
    },
    account_key_lost: {
      title: "Mất khóa tài khoản của dịch vụ",
      next: "Hãy thêm lại khóa đã mã hóa tài khoản, hoặc nhập lại tài khoản.",
      over: "Khóa tài khoản của dịch vụ đã có lại",
    },
    channel_key_lost: {
      title: "Mất khóa của một kênh",
      next: "Hãy thêm lại khóa đã mã hóa cài đặt, hoặc nhập lại cài đặt.",
      over: "Khóa của mọi kênh đã có lại",
    },
    channel_failing: {
      title: "Tin gửi đến một kênh không tới nơi",
      next: "Hãy mở trang Kênh để xem kênh nào và cần làm gì.",
      over: "Tin lại tới nơi ở mọi kênh",
    },
  },
};

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
  rest: "Xem phần còn lại",
};

export const upstream: Translation<UpstreamWords> = {
  drifted: (operation, path) =>
    `Phần lớn câu trả lời của ${operation} không còn đọc được${path === "" ? "" : ` (tại ${path})`}. Hãy thử kết nối ở trang Những bước đầu tiên, hoặc sửa UPSTREAM_OPERATIONS.`,
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
