import { person, phone, type PostTemplate } from './posts.ts';

const GOODS = [
  'áo thun nam size L',
  'son lì màu đỏ gạch',
  'bánh trung thu 4 vị',
  'giày thể thao 42',
  'bộ nồi inox 5 món',
];
const DISHES = ['bún bò Huế', 'mì Quảng', 'phở Hà Nội', 'cơm tấm Sài Gòn', 'bánh tráng Trảng Bàng'];

/** The half of the templates that causes of errors are looked for in. */
export const OPEN_TEMPLATES: readonly PostTemplate[] = [
  {
    name: 'order in a chat',
    write: (p) =>
      `Shop ơi cho mình đặt ${p.pick(['1', '2', '3'])} ${p.pick(GOODS)} nhé\nTên: ${person(p)}\nSĐT: ${phone(p)}\nĐịa chỉ: ${p.address}\nShip giờ hành chính giúp mình, cảm ơn shop ạ`,
  },
  {
    name: 'house for sale',
    write: (p) =>
      `🏠 BÁN NHÀ CHÍNH CHỦ - GIÁ RẺ 🏠\n✅ Diện tích: ${String(p.number(4, 6))}x${String(p.number(10, 22))}m, 1 trệt 2 lầu, 3PN 2WC\n✅ Hẻm xe hơi, gần chợ, gần trường học, cách bệnh viện 500m\n📍 ${p.address}\n💰 Giá: ${String(p.number(3, 15))}.${String(p.number(1, 9))} tỷ (còn thương lượng)\n📞 Liên hệ: ${phone(p)} (${person(p)})\n#banNha #nhadat #chinhchu`,
  },
  {
    name: 'signature of an e-mail',
    write: (p) =>
      `Kính gửi anh/chị,\n\nEm xin gửi báo giá tháng ${String(p.number(1, 12))} như đã trao đổi. Anh/chị xem giúp em và phản hồi trước ngày 15/${String(p.number(1, 12))}.\n\nTrân trọng,\n${person(p)}\nTrưởng phòng Kinh doanh\nCông ty TNHH Thương mại Dịch vụ ${p.pick(['Hoàng Gia', 'Minh Phát', 'Đại Việt'])}\n${p.address}\nTel: ${phone(p)} | Email: sales@example.com`,
  },
  {
    name: 'restaurant',
    write: (p) =>
      `Quán ${p.pick(DISHES)} ngon nhất khu này luôn mọi người ơi!\nMở cửa từ 6h30 - 22h00 mỗi ngày, giá từ ${String(p.number(25, 60))}k/tô.\nQuán ở ${p.address} nha cả nhà.\nNhớ gọi trước ${phone(p)} để giữ bàn ❤️`,
  },
  {
    name: 'address on lines',
    write: (p) =>
      `${person(p)}\n${phone(p)}\n${p.lines.join('\n')}\nThu hộ COD: ${String(p.number(120, 900))}.000đ`,
  },
  {
    name: 'labelled in short',
    write: (p) =>
      `Người nhận: ${person(p)}\nĐT: ${phone(p)}\nĐC: ${p.address}\nHàng: ${p.pick(GOODS)}\nTiền thu: ${String(p.number(100, 900))}k\nGhi chú: cho xem hàng, không thử`,
  },
  {
    name: 'long notice',
    write: (p) =>
      `THÔNG BÁO TUYỂN DỤNG\nCông ty chúng tôi cần tuyển ${String(p.number(2, 30))} nhân viên bán hàng, ${String(p.number(2, 10))} nhân viên kho, làm việc theo ca, lương từ ${String(p.number(7, 12))} đến ${String(p.number(13, 25))} triệu/tháng, thưởng doanh số, đóng bảo hiểm đầy đủ theo quy định, du lịch hằng năm, cơ hội thăng tiến.\nYêu cầu: tốt nghiệp THPT trở lên, trung thực, nhanh nhẹn, ưu tiên có kinh nghiệm trong ngành bán lẻ từ 6 tháng. Không yêu cầu ngoại hình.\nHồ sơ gồm: đơn xin việc, sơ yếu lý lịch, CCCD photo, bằng cấp liên quan (nếu có), ảnh 3x4.\nNộp hồ sơ trực tiếp tại: ${p.address}\nHoặc gửi qua email tuyendung@example.com, tiêu đề ghi rõ họ tên và vị trí ứng tuyển. Mọi thắc mắc xin liên hệ phòng nhân sự ${phone(p)} trong giờ hành chính từ thứ 2 đến thứ 7.`,
  },
  {
    name: 'sentence in the middle',
    write: (p) =>
      `Chào shop, hôm trước mình có mua ${p.pick(GOODS)} bên shop mà bị lỗi nên muốn đổi lại, mình ở ${p.address}, shop cho người qua lấy giúp mình được không, chiều nay sau 17h mình mới có nhà, gọi mình số ${phone(p)} nhé, nếu không đổi được thì hoàn tiền giúp mình ${String(p.number(100, 600))}k vào tài khoản Vietcombank, mình cảm ơn shop nhiều`,
  },
  {
    name: 'moved',
    write: (p) => ({
      text: `📢 THÔNG BÁO DỜI ĐỊA ĐIỂM 📢\nTừ ngày 1/${String(p.number(1, 12))} shop chuyển từ ${p.other}\nsang địa chỉ mới: ${p.address}\nHotline: ${phone(p)}\nRất mong quý khách tiếp tục ủng hộ!`,
      wards: [p.ward],
    }),
  },
  {
    name: 'two branches',
    write: (p) => ({
      text: `HỆ THỐNG CỬA HÀNG\n🏪 CS1: ${p.address}\n🏪 CS2: ${p.other}\n☎️ ${phone(p)}\nGiờ mở cửa: 8h - 21h30 cả CN`,
      wards: [p.ward, p.otherWard],
    }),
  },
  {
    name: 'room for rent',
    write: (p) =>
      `Cho thuê phòng trọ ${String(p.number(18, 30))}m2, có gác, máy lạnh, wc riêng\nGiá ${String(p.number(2, 5))}tr/tháng, điện 3.5k, nước 100k/người\nĐịa chỉ: ${p.lines.slice(0, 1).join('')}\n${p.lines.slice(1).join(', ')}\nXem phòng gọi ${phone(p)} gặp chị ${p.pick(GIVEN_NAMES)}`,
  },
];

const GIVEN_NAMES = ['Mai', 'Hoa', 'Lan', 'Vân'];
