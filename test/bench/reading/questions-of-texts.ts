import { inTcvn3, inVni } from '../../support/legacy-letters.ts';
import { isInOpenHalf, readLabelledTexts } from '../../benchmark/labelled/labelled-text.ts';
import { pick, type Random } from '../random.ts';
import { generatePosts } from '../posts/generate-posts.ts';
import { KEPT_TEMPLATES } from '../posts/kept-templates.ts';
import { OPEN_TEMPLATES } from '../posts/open-templates.ts';
import type { Answer } from './faces.ts';
import { abbreviate, type FormerWard, type OfficialUnits } from './official-units.ts';
import type { Grade, Kind, Question, WardGrade } from './questions.ts';

const UNITS_IN_WORDS = ['', 'Nhứt', 'Nhì', 'Ba', 'Tư', 'Năm', 'Sáu', 'Bảy', 'Tám', 'Chín'];
const TENS_IN_WORDS = ['', 'Mười', 'Hai Mươi'];
/** Writes a number as Sài Gòn writes those of districts and wards. */
function inWords(digits: string): string {
  const [tens, units] = [Math.floor(Number(digits) / 10), Number(digits) % 10];
  const [unit = '', ten = ''] = [UNITS_IN_WORDS[units], TENS_IN_WORDS[tens]];
  return tens === 0 ? unit : [ten, ['', 'Một', 'Hai'][units] ?? unit].filter((word) => word !== '').join(' ');
}
const BEFORE_ADVERT = [
  'Bán nhà mt',
  'Cho thuê phòng trọ',
  'bán gấp nhà',
  'Sang quán cafe',
  'Cần bán căn góc',
  'cho thue mat bang',
];
const AFTER_ADVERT = [
  'giá 5 tỷ',
  '4x12m, 1 trệt 2 lầu',
  'giá 3.5tr/tháng',
  'gần chợ, hẻm xe hơi',
  'lh 0903 xxx',
  'dt 60m2 shr',
];
const WORDS = (
  'đã giao|khách hẹn lại|không liên lạc được|chưa có địa chỉ|hàng dễ vỡ|tiền mặt|tổng cộng|ghi chú|ngày sinh|đơn vị tính|nhân viên bán hàng|' +
  'giờ hành chính|chuyển khoản|kế toán trưởng|người lập phiếu|không rõ|nhà riêng|cơ quan|đang cập nhật|xem bản đồ|miễn phí vận chuyển|bảo hành 12 tháng|' +
  'thanh toán khi nhận hàng|họ và tên|số điện thoại|khách lẻ|trả góp 0%|tạm trú|độc thân|nam|nữ|cao đẳng|hợp đồng thuê nhà|đơn giá|thành tiền'
).split('|');
const FIRMS = [
  'Hãng Hàng Không',
  'Công ty TNHH',
  'Công ty Cổ phần',
  'Tập đoàn',
  'Ngân hàng TMCP',
  'Doanh nghiệp tư nhân',
  'Văn phòng đại diện',
];
const BRANDS = (
  'Cathay Pacific|Samsung Electronics|Deloitte|Unilever|Panasonic|Nestlé|Siemens|Maersk Line|Ernst & Young|Schneider Electric|Toyota|' +
  'Singapore Airlines|Korean Air|Kỹ Nghệ Súc Sản|Bảo hiểm Prudential|Dược phẩm Sanofi|Thép Pomina|Bút bi Thiên Long|Sữa TH|Giấy Sài Gòn|Bia Heineken'
).split('|');
const FILLER = [
  'Hàng mới về đủ size, inbox shop để được tư vấn chi tiết nhé cả nhà.',
  'Bảo hành 12 tháng, đổi trả trong 7 ngày nếu có lỗi của nhà sản xuất.',
  'Giá trên chưa gồm VAT, thanh toán bằng tiền mặt hoặc chuyển khoản.',
  'Nhà mới xây một trệt hai lầu, sân thượng thoáng mát, nội thất cao cấp, pháp lý rõ ràng.',
  '10 phòng cho thuê kín khách | HĐ 6 năm | thu nhập 45 triệu mỗi tháng.',
  'Mọi thắc mắc xin liên hệ bộ phận chăm sóc khách hàng trong giờ làm việc.',
];

/** Returns the kinds of questions whose words, not whose units, are hard. */
export function textKinds({ former }: OfficialUnits, wardGrade: WardGrade): Kind[] {
  const typed = ({ ward, district, province }: FormerWard): string => `${ward}, ${district}, ${province}`;
  const asWritten = (random: Random, ward: FormerWard): string =>
    pick(random, [typed(ward), [ward.ward, ward.district, ward.province].map(abbreviate).join(', ')]);
  const ofWard = (kind: string, write: (ward: FormerWard, random: Random) => string): Kind => [
    kind,
    (random) => {
      const ward = pick(random, former);
      return { text: write(ward, random), key: ward.code, judge: wardGrade(ward.successors) };
    },
  ];
  const numbered = former.filter(
    ({ ward, district, province }) =>
      province.endsWith('Hồ Chí Minh') && /^Phường \d+$/u.test(ward) && district.startsWith('Quận '),
  );
  const ofNumbered = (
    kind: string,
    write: (ward: string, district: string, random: Random) => string,
  ): Kind => [
    kind,
    (random) => {
      const { code, ward, district, successors } = pick(random, numbered);
      const text = write(ward.slice('Phường '.length), district.slice('Quận '.length), random);
      return { text, key: code, judge: wardGrade(successors) };
    },
  ];
  const nothing = (kind: string, write: (random: Random) => string): Kind => [
    kind,
    (random) => {
      const text = write(random);
      return { text, key: text, judge: nothingGrade };
    },
  ];
  return [
    ofWard('units with broken letters, "Ph??ng"', (ward, random) =>
      `${house(random)}, ${typed(ward)}`.replaceAll(/[^ -~]/gu, (letter) =>
        'ạảấầẩẫậắằẳẵặẹẻẽếềểễệịỉĩọỏốồổỗộớờởỡợụủứừửữựỳỵỷỹđĐơưƠƯăĂ'.includes(letter) ? '?' : letter,
      ),
    ),
    ofWard('UTF-8 read as windows-1252', (ward, random) =>
      new TextDecoder('windows-1252').decode(Buffer.from(`${house(random)}, ${typed(ward)}`, 'utf8')),
    ),
    ofWard('TCVN3 in one cell', (ward, random) => inTcvn3(`${house(random)}, ${typed(ward)}`)),
    ofWard('VNI in one cell', (ward, random) => inVni(`${house(random)}, ${typed(ward)}`)),
    ofNumbered('words of Sài Gòn, "Phường Mười Hai"', (ward, district, random) => {
      const quarter = /^\d+$/u.test(district) ? `Quận ${inWords(district)}` : `Quận ${district}`;
      return `${house(random)}, Phường ${inWords(ward)}, ${quarter}, ${pick(random, ['Sài Gòn', 'TP.HCM'])}`;
    }),
    ofNumbered('adverts, "hẻm 69 d2 p25 quận bình thạnh"', advert),
    ofNumbered('adverts within 500 to 2,000 characters', (ward, district, random) => {
      const sentences = [advert(ward, district, random)];
      const length = 500 + random() * 1400;
      while (sentences.join(' ').length < length)
        sentences.splice(Math.floor(random() * (sentences.length + 1)), 0, pick(random, FILLER));
      return sentences.join(' ').slice(0, 2000);
    }),
    ofWard('two addresses in one cell', (ward, random) => {
      const second = pick(random, former);
      const between = pick(random, ['; ', ' / ', ' hoặc ', '\n', ' | ']);
      return `${house(random)}, ${asWritten(random, ward)}${between}${house(random)}, ${asWritten(random, second)}`;
    }),
    nothing('broken words alone, "D??ng"', (random) => {
      const word = pick(random, [
        'Đường',
        'Dương',
        'Nguyễn Thị',
        'Trần Văn',
        'Phạm Hồng',
        'Không có',
        'Nhà thuốc',
        'Cửa hàng',
        'Khách hàng',
      ]);
      return `${word} ${pick(random, ['', 'Hạnh', 'Dũng', 'Thắng', 'Tuấn', 'Phượng', 'Mỹ Lệ', 'Bảo Yến', 'Đức'])}`
        .trim()
        .replaceAll(/[^ -~]/gu, pick(random, ['?', '??', '\uFFFD']));
    }),
    nothing('ordinary words', (random) =>
      pick(random, [
        pick(random, WORDS),
        `${pick(random, WORDS)}, ${pick(random, WORDS)}`,
        `${pick(random, WORDS)} - ${pick(random, WORDS)}`,
      ]),
    ),
    nothing(
      'names of companies',
      (random) => `${pick(random, FIRMS)} ${pick(random, BRANDS)}${pick(random, ['', '', ' Việt Nam'])}`,
    ),
  ];
}

const house = (random: Random): string =>
  `${String(1 + Math.floor(random() * 250))} ${pick(random, ['Lê Lợi', 'Trần Phú', 'Nguyễn Trãi', 'Hùng Vương'])}`;

/** Writes the first words of an advert for a house in Ho Chi Minh City. */
function advert(ward: string, district: string, random: Random): string {
  const way = pick(random, [
    'hẻm 69 d2',
    'đường số 8',
    'hẻm 12/3',
    `hxh ${house(random)}`,
    `mt ${house(random)}`,
    '',
  ]);
  const quarter = /^\d+$/u.test(district)
    ? pick(random, [`q${district}`, `quận ${district}`, `Q.${district}`])
    : pick(random, [`quận ${district.toLowerCase()}`, district.toLowerCase(), `Q. ${district}`]);
  const unit = pick(random, [`p${ward}`, `P.${ward}`, `phường ${ward}`]);
  return [pick(random, BEFORE_ADVERT), way, unit, quarter, pick(random, AFTER_ADVERT)]
    .filter((part) => part !== '')
    .join(' ');
}

/** A text without an address: an answer below one half is one that nobody takes. */
const nothingGrade = ({ level, confidence }: Answer): Grade =>
  level === 'none' || level === 'country' || !(confidence >= 0.5) ? 'right' : 'wrong';

/** Draws posts around labelled addresses, as the bench of posts does, as they are and with other sentences up to 500 to 2,000 characters. */
export function generatePostQuestions(
  labels: string,
  seed: number,
  most: number,
  wardGrade: WardGrade,
): Question[] {
  const all = readLabelledTexts(labels);
  return [true, false].flatMap((isDevelopment) => {
    const addresses = all.filter((text) => isInOpenHalf(text) === isDevelopment);
    const step = Math.max(1, Math.floor(addresses.length / most));
    const chosen = addresses.filter((_, at) => at % step === 0).slice(0, most);
    const posts = generatePosts(chosen, isDevelopment ? OPEN_TEMPLATES : KEPT_TEMPLATES, seed);
    return posts.flatMap(({ text, wards }, at) => {
      const judge = wardGrade(wards);
      const length = 520 + ((at * 97) % 1460);
      let long = text;
      for (let turn = at; long.length < length; turn += 1) {
        const sentence = FILLER[turn % FILLER.length] ?? '';
        long = turn % 2 === 0 ? `${sentence}\n${long}` : `${long}\n${sentence}`;
      }
      const short =
        text.length <= 500 ? [{ kind: 'posts up to 500 characters', text, judge, isDevelopment }] : [];
      return [...short, { kind: 'posts of 500 to 2,000 characters', text: long, judge, isDevelopment }];
    });
  });
}
