import { person, phone, type PostTemplate } from './posts.ts';

const PRODUCTS = ['tủ lạnh Aqua 90 lít', 'xe đạp trẻ em', 'bàn học gỗ', 'máy lọc nước', 'đầm dự tiệc'];
const FIRMS = ['An Khang', 'Phú Thịnh', 'Tân Tiến', 'Việt Hưng'];

/** The half of the templates that is only measured. */
export const KEPT_TEMPLATES: readonly PostTemplate[] = [
  {
    name: 'giving away',
    write: (p) =>
      `Mình cần pass lại ${p.pick(PRODUCTS)}, còn mới 90%, giá ${String(p.number(300, 900))}k\nAi lấy qua nhà mình coi hàng nha: ${p.address}\nZalo ${phone(p)}\nKhông tiếp thương lái 😅`,
  },
  {
    name: 'parcel label',
    write: (p) =>
      `Mã vận đơn: VN${String(p.number(10000000, 99999999))}\nTo: ${person(p)} / ${phone(p)}\nAdd: ${p.address}\nKL: 0.${String(p.number(2, 9))} kg - COD ${String(p.number(90, 990))}.000 VND\nGiao trong ngày`,
  },
  {
    name: 'invitation',
    write: (p) =>
      `Trân trọng kính mời quý khách tham dự lễ khai trương showroom mới của ${p.pick(FIRMS)}\nThời gian: 9h00 ngày 20/${String(p.number(1, 12))}\nĐịa điểm: ${p.address}\nRSVP: ${phone(p)} (Ms. ${person(p)})\nChương trình có phần bốc thăm trúng thưởng với tổng giá trị lên đến 50 triệu đồng.`,
  },
  {
    name: 'customer record',
    write: (p) =>
      `KH: ${person(p)}\nNgày sinh: 12/0${String(p.number(1, 9))}/1990\nNơi ở hiện nay: ${p.address}\nCMND: 0${String(p.number(10000000, 99999999))}\nDi động: ${phone(p)}\nGhi chú: khách quen, giảm 10%`,
  },
  {
    name: 'foot of a page',
    write: (p) =>
      `CÔNG TY CỔ PHẦN ĐẦU TƯ XÂY DỰNG ${p.pick(FIRMS).toUpperCase()}\nGiấy CNĐKDN số 0${String(p.number(100000000, 999999999))} do Sở KHĐT cấp\nTrụ sở chính: ${p.address}\nHotline: 1900 ${String(p.number(1000, 9999))} - Fax: (028) 3${String(p.number(100, 999))} ${String(p.number(1000, 9999))}\nWebsite: www.example.vn\n© 2025 Bản quyền thuộc về công ty. Chính sách bảo mật | Điều khoản sử dụng | Vận chuyển và đổi trả`,
  },
  {
    name: 'lines behind a heading',
    write: (p) =>
      `THÔNG TIN GIAO HÀNG\n${person(p)} - ${phone(p)}\n${p.lines.join('\n')}\nViệt Nam\nĐã thanh toán qua Momo`,
  },
  {
    name: 'chat',
    write: (p) =>
      `[10:02] Khách: ship cho e ${p.pick(PRODUCTS)}\n[10:03] Shop: dạ c cho e xin địa chỉ với sđt ạ\n[10:05] Khách: ${p.address}\n[10:05] Khách: ${phone(p)}\n[10:06] Shop: dạ tổng của c là ${String(p.number(150, 800))}k, 2-3 ngày nhận ạ`,
  },
  {
    name: 'land for sale',
    write: (p) =>
      `Gia đình cần tiền bán gấp lô đất ${String(p.number(80, 200))}m2 thổ cư 100%, mặt tiền đường nhựa 8m, sổ hồng riêng, công chứng ngay. Vị trí: ${p.address}. Xung quanh dân cư đông, gần KCN, cách UBND 300m, ra quốc lộ 5 phút. Giá ${String(p.number(1, 9))}tỷ${String(p.number(100, 900))}, bớt lộc. Alo ${phone(p)} xem đất miễn phí, không qua cò. Hỗ trợ vay ngân hàng 70%, ân hạn gốc 12 tháng, pháp lý minh bạch. Quý khách mua đầu tư hay xây ở đều tốt.`,
  },
  {
    name: 'rider',
    write: (p) =>
      `Anh ơi em đứng ở ${p.address}, chỗ có cây xăng với tiệm thuốc tây, anh tới thì gọi em ${phone(p)}, em mặc áo trắng. Em gửi ${String(p.number(20, 60))}k tiền ship nha anh, có gì anh nhắn em trước 5 phút, em còn đang họp trong phòng nên không nghe máy liền được, cảm ơn anh`,
  },
  {
    name: 'new place',
    write: (p) => ({
      text: `Nha khoa ${p.pick(FIRMS)} xin thông báo\n- Địa chỉ cũ: ${p.other}\n- Địa chỉ mới: ${p.address}\nĐặt lịch khám: ${phone(p)}\nGiảm 30% cho khách hàng đặt lịch trong tháng`,
      wards: [p.ward],
    }),
  },
  {
    name: 'shops',
    write: (p) => ({
      text: `Mua 1 tặng 1 cuối tuần này!\nÁp dụng tại 2 chi nhánh\n1. ${p.address} (${phone(p)})\n2. ${p.other}\nChi tiết xem trên fanpage`,
      wards: [p.ward, p.otherWard],
    }),
  },
];
