import type { Translation } from "../../core/language.ts";
import type { AirtimeMethodWords } from "../../sections/airtime/method/words/en.ts";
import type { AirtimeWords } from "../../sections/airtime/words/en.ts";

export const sectionAirtime: Translation<AirtimeWords> = {
  title: "Báo cáo giờ phát",
  none: "nhà sáng tạo để báo cáo",
  many: "nhà sáng tạo trong báo cáo",
  airtime: "Tổng giờ phát",
  watchedThen: (change, count) => `${change}, tính trên ${count} người đã được theo dõi`,
  validDays: "Ngày hợp lệ",
  streams: (count) => `${count} buổi phát`,
  goals: "Đạt mục tiêu",
  of: (count, all) => `${count} trong ${all}`,
  notOnCourse: (count) => `${count} chậm hoặc không đạt`,
  coverage: "Độ phủ",
  notWatched: "không theo dõi",
  atLeast: (time) => `ít nhất ${time}`,
  rows: "Giờ phát và ngày hợp lệ",
  standing: "Mục tiêu tháng",
  reached: "đạt",
  behind: "chậm",
  out: "không còn kịp",
  missed: "không đạt",
  unknown: "chưa rõ",
  not_started: "chưa được tính",
  inTotal: (time) => `tổng cộng phát ${time}`,
  changed: (fact, change) => `${fact} (${change})`,
  noAirtime: "Không thấy giờ phát nào.",
  unobserved: (share) =>
    `Trong ${share} thời gian, chúng tôi không biết ai đang phát, nên giờ phát thực có thể cao hơn.`,
  whole: "Toàn bộ báo cáo",
  table: "Mọi dòng dạng CSV",
  creator: "Nhà sáng tạo",
  change: "Thay đổi",
  streamsHead: "Buổi phát",
  average: "Người xem trung bình",
  peak: "Người xem cao nhất",
  goal: "Mục tiêu",
  all: (count) => `Tổng cộng ${count} nhà sáng tạo`,
  earlier: "Tháng trước",
  later: "Tháng sau",
  soFar: "đến nay",
  noSeconds: "Không hiển thị giây, nên tổng có thể nhiều hơn các dòng vài phút.",
};

export const sectionAirtimeMethod: Translation<AirtimeMethodWords> = {
  title: "Cách tính các con số này",
  period: (days, zone) => `Kỳ: ${days}. Ngày tính từ nửa đêm đến nửa đêm theo múi giờ ${zone}.`,
  soFar: (at) => `Kỳ này chưa kết thúc: số liệu tính đến ${at}.`,
  watched: (share) => `Đã theo dõi ${share} thời gian.`,
  watchedSince: (share) => `Đã theo dõi ${share} thời gian kể từ khi thêm.`,
  watchedSome: (share, later, all) =>
    `Đã theo dõi ${share} thời gian kể từ khi thêm. ${later} trong ${all} nhà sáng tạo được thêm sau đó.`,
  unknown: (time) =>
    `Tổng cộng ${time} không rõ họ có đang phát hay không: khoảng đó không được tính, nên giờ phát có thể cao hơn tối đa chừng ấy.`,
  checks:
    "Một buổi phát được tính từ lần kiểm tra đầu tiên thấy đang phát đến lần đầu tiên thấy đã tắt. Vì vậy mỗi lúc bắt đầu và kết thúc sai lệch không quá khoảng cách giữa hai lần kiểm tra.",
  exact: (time) => `Tính chung, giờ phát chính xác đến ± ${time}.`,
  sheet: "Cách tính",
  column: "Cột",
  unit: "Đơn vị",
  meaning: "Ý nghĩa",
  units: {
    hoursMinutes: "giờ và phút",
    seconds: "giây",
    days: "ngày",
    number: "số lượng",
    viewers: "người xem",
    viewerHours: "người xem × giờ",
    viewerSeconds: "người xem × giây",
    percent: "phần trăm",
    share: "từ 0 đến 1",
    text: "chữ",
  },
  columns: {
    name: "Nhà sáng tạo, theo tên trong danh sách.",
    seconds:
      "Thời gian trong kỳ mà các lần kiểm tra thấy nhà sáng tạo đang phát. Không gồm thời gian không quan sát được.",
    change:
      "Giờ phát trừ giờ phát của cùng phần trong kỳ trước. Để trống hoặc – nếu biết chưa đến một nửa của một trong hai.",
    days: (zone) => `Số ngày có phát (múi giờ ${zone}).`,
    validDays: (minutes) => `Số ngày có ít nhất ${minutes} phút phát. Buổi phát qua nửa đêm được chia cho từng ngày.`,
    streams: "Số buổi phát có lúc đang phát trong kỳ. Gián đoạn ngắn không phải là kết thúc: buổi phát vẫn tiếp tục.",
    averageViewers:
      "Trung bình theo thời gian của số người xem đọc được khi phát. Để trống hoặc – nếu không đọc được lần nào.",
    peakViewers: "Số người xem cao nhất đọc được. Giữa hai lần kiểm tra có thể đã cao hơn.",
    viewerSeconds: "Mỗi số người xem nhân với thời gian tương ứng, rồi cộng lại.",
    bestPlaces: "Hạng tốt nhất trong mỗi bảng xếp hạng được theo dõi cho nhà sáng tạo. 1 là hạng nhất.",
    missedSlots:
      "Số giờ bắt đầu đều đặn đến mức thấy rõ khi vắng, trôi qua mà không phát dù nhà sáng tạo được kiểm tra. – nếu không có.",
    longestRunDays: "Số ngày liên tiếp có phát dài nhất.",
    coverage:
      "Phần của toàn kỳ đến nay mà biết rõ nhà sáng tạo có đang phát hay không. Không biết thời gian trước khi thêm, khi không kiểm tra được hoặc khi tạm dừng. Để trống hoặc – nếu được thêm sau kỳ này.",
    unknownSeconds: "Phần còn lại của kỳ. Giờ phát có thể cao hơn tối đa chừng ấy.",
    watchedSince: "Thời điểm thêm nhà sáng tạo. Thời gian trước đó không được biết.",
    removed: "true nếu nhà sáng tạo đã bị xóa từ đó.",
    uncertaintySeconds:
      "Giờ phát có thể lệch bao nhiêu vì buổi phát bắt đầu và kết thúc giữa hai lần kiểm tra: phần lớn hơn giữa phần có thể thiếu ở lúc bắt đầu và phần có thể thừa ở lúc kết thúc. Trống hoặc – nếu các lần kiểm tra đó không được lưu.",
    goal: "Mục tiêu của tháng mà kỳ kết thúc: số giờ và ngày hợp lệ đến nay, và phần còn thiếu. Áp dụng múi giờ và ngày hợp lệ riêng của mục tiêu.",
  },
  signatures: "Chữ ký các bên",
  agency: "Công ty quản lý",
  client: "Khách hàng",
  signedName: "Họ tên",
  signedDate: "Ngày ký",
  signature: "Chữ ký",
};
