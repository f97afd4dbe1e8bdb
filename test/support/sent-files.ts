/**
 * Files as people send them, made from a seed: some are read wrongly by a job that looks right, most are only unusual.
 *
 * They were written from what customers send each other, before the rules of the check of the sample, and not from these.
 */

/** A file, the job that it is given to, and whether the run should stop before its first row. */
export interface SentFile {
  name: string;
  fileName: string;
  bytes: Buffer;
  job: 'geocode' | 'reverse' | 'autocomplete';
  sets?: readonly string[];
  isWrong: boolean;
}

const STREETS =
  'Lê Lợi|Nguyễn Trãi|Trần Hưng Đạo|Hai Bà Trưng|Lý Thường Kiệt|Phan Đình Phùng|Cách Mạng Tháng 8|Võ Văn Tần|Điện Biên Phủ|Hoàng Diệu'.split(
    '|',
  );
const PEOPLE =
  'Nguyễn Văn An|Trần Thị Bích|Lê Hoàng Minh|Phạm Thu Hà|Vũ Đức Thắng|Đặng Ngọc Lan|Bùi Quang Huy|Hoàng Mỹ Linh|Đỗ Tiến Dũng|Ngô Phương Thảo'.split(
    '|',
  );
/** Ward, district, province, each with its type. */
const UNITS = [
  'Phường Bến Nghé|Quận 1|TP. Hồ Chí Minh',
  'Phường 7|Quận 5|Thành phố Hồ Chí Minh',
  'Phường 2|Quận Tân Bình|TP Hồ Chí Minh',
  'Phường Dịch Vọng|Quận Cầu Giấy|Hà Nội',
  'Phường Láng Hạ|Quận Đống Đa|Thành phố Hà Nội',
  'Xã Phú Minh|Huyện Sóc Sơn|TP Hà Nội',
  'Phường Hải Châu I|Quận Hải Châu|Đà Nẵng',
  'Phường An Hòa|Quận Ninh Kiều|Cần Thơ',
  'Xã Tân Lập|Huyện Đan Phượng|Hà Nội',
  'Thị trấn Diêu Trì|Huyện Tuy Phước|Tỉnh Bình Định',
].map((line) => line.split('|') as [string, string, string]);
/** Ward and province since July 2025. */
const NEW_UNITS = [
  'Phường Sài Gòn|TP. Hồ Chí Minh',
  'Phường Hoàn Kiếm|Hà Nội',
  'Xã Đông Anh|Hà Nội',
  'Phường Hải Châu|Đà Nẵng',
  'Xã Tam Nông|Tỉnh Đồng Tháp',
].map((line) => line.split('|') as [string, string]);

interface Address {
  at: number;
  house: string;
  street: string;
  ward: string;
  district: string;
  province: string;
  person: string;
  phone: string;
  lat: string;
  lon: string;
}

function addressAt(at: number): Address {
  const [ward, district, province] = UNITS[(at * 7) % UNITS.length] as [string, string, string];
  const street = STREETS[(at * 3 + Math.floor(at / 10)) % STREETS.length] as string;
  const house = at % 4 === 3 ? `${at + 1}/${(at % 9) + 1}` : String(((at * 37) % 480) + 1);
  return {
    at,
    house,
    street,
    ward,
    district,
    province,
    person: PEOPLE[at % PEOPLE.length] as string,
    phone: `09${String(12345678 + at * 7919).padStart(8, '0')}`,
    lat: (10.7 + ((at * 131) % 1000) / 5000).toFixed(6),
    lon: (106.6 + ((at * 177) % 1000) / 5000).toFixed(6),
  };
}

const bare = (unit: string) => unit.replace(/^(?:Phường|Xã|Thị trấn|Quận|Huyện|Thành phố|TP\.?|Tỉnh) /, '');
const plain = (text: string) =>
  text.normalize('NFD').replace(/\p{M}/gu, '').replace(/đ/g, 'd').replace(/Đ/g, 'D');
const whole = ({ house, street, ward, district, province }: Address) =>
  `${house} ${street}, ${ward}, ${district}, ${province}`;
const cell = (text: string) => (/[",\n]/.test(text) ? `"${text.replaceAll('"', '""')}"` : text);

const ROWS = 40;
const rows = (count = ROWS) => Array.from({ length: count }, (_, at) => addressAt(at));

function csv(
  header: string,
  line: (address: Address) => readonly string[],
  { count = ROWS, delimiter = ',' } = {},
): Buffer {
  const body = rows(count).map((address) =>
    line(address)
      .map(delimiter === ',' ? cell : (text) => text)
      .join(delimiter),
  );
  return Buffer.from(`${[...(header === '' ? [] : [header]), ...body].join('\n')}\n`);
}

/** A table of addresses under the header that Geomill knows best. */
const addresses = (text: (address: Address) => string, count = ROWS) =>
  csv('id,name,address,phone', (a) => [`K${a.at}`, a.person, text(a), a.phone], { count });
const points = (
  lat: (address: Address) => string,
  lon: (address: Address) => string,
  header = 'id,lat,lon',
) => csv(header, (a) => [`P${a.at}`, lat(a), lon(a)]);

const decoder = { 1252: new TextDecoder('windows-1252'), 1258: new TextDecoder('windows-1258') };
const misread = (bytes: Buffer, page: 1252 | 1258) => Buffer.from(decoder[page].decode(bytes));

const TCVN3 =
  'àµ|ả¶|ã·|á¸|ạ¹|ă¨|ằ»|ẳ¼|ẵ½|ắ¾|ặÆ|â©|ầÇ|ẩÈ|ẫÉ|ấÊ|ậË|đ®|èÌ|ẻÎ|ẽÏ|éÐ|ẹÑ|êª|ềÒ|ểÓ|ễÔ|ếÕ|ệÖ|ì×|ỉØ|ĩÜ|íÝ|ịÞ|òß|ỏá|õâ|óã|ọä|ô«|ồå|ổæ|ỗç|ốè|ộé|ơ¬|ờê|ởë|ỡì|ớí|ợî|ùï|ủñ|ũò|úó|ụô|ư\u00ad|ừõ|ửö|ữ÷|ứø|ựù|ỳú|ỷû|ỹü|ýý|ỵþ|Ă¡|Â¢|Ê£|Ô¤|Ơ¥|Ư¦|Đ§';
const tcvn3Map = new Map(TCVN3.split('|').map((pair) => [pair[0] as string, pair[1] as string]));
const inTcvn3 = (text: string) =>
  Array.from(text.normalize('NFC'), (char) => tcvn3Map.get(char) ?? char).join('');
const VNI =
  'đñ|ưö|ơô|âaâ|ăaê|êeâ|ôoâ|àaø|áaù|ảaû|ãaõ|ạaï|ầaà|ấaá|ẩaå|ẫaã|ậaä|ằaè|ắaé|ẳaú|ẵaü|ặaë|èeø|ée\u00f9|ẻeû|ẽeõ|ẹeï|ềeà|ếeá|ểeå|ễeã|ệeä|ìì|íí|ỉæ|ĩó|ịò|òoø|óoù|ỏoû|õoõ|ọoï|ồoà|ốoá|ổoå|ỗoã|ộoä|ờôø|ớôù|ởôû|ỡôõ|ợôï|ùuø|úuù|ủuû|ũuõ|ụuï|ừöø|ứöù|ửöû|ữöõ|ựöï|ỳyø|ýyù|ỷyû|ỹyõ|ỵî|ĐÑ|ƯÖ|ƠÔ|ÂAÂ|ĂAÊ';
const vniMap = new Map(VNI.split('|').map((pair) => [pair[0] as string, pair.slice(1)]));
const inVni = (text: string) =>
  Array.from(text.normalize('NFC'), (char) => vniMap.get(char) ?? char).join('');
const latin1 = (text: string) => Buffer.from(text, 'latin1');

const pick = (list: string) => {
  const all = list.split('|');
  return ({ at }: Address) => all[at % all.length] as string;
};

/** Addresses whose quotes were lost, of which every second row is cut at its second comma. */
function cutAtCommas(): Buffer {
  const lines = csv('id,address', (a) => [`${a.at}`, whole(a)])
    .toString()
    .replaceAll('"', '')
    .split('\n');
  return Buffer.from(
    lines.map((line, at) => (at % 2 === 1 ? line.split(',').slice(0, 2).join(',') : line)).join('\n'),
  );
}

type Row = [name: string, bytes: Buffer, more?: Partial<Pick<SentFile, 'fileName' | 'job' | 'sets'>>];

/** Readings that are wrong. */
const WRONG: Row[] = [
  [
    'an address column of e-mail addresses',
    csv('stt,ho ten,dia chi,noi o', (a) => [`${a.at}`, a.person, `kh${a.at}@mail.example`, whole(a)]),
  ],
  [
    'an address column of IP addresses',
    csv('time,address,path', (a) => ['2025-03-01', `10.2.${a.at}.14`, '/index']),
  ],
  [
    'an address column of web addresses',
    csv('id,address,title', (a) => [`${a.at}`, `https://shop.example/p/${a.at}`, a.person]),
  ],
  ['the names of customers', addresses(whole), { sets: ['geocode.text={name}'] }],
  ['the phone numbers', addresses(whole), { sets: ['geocode.text={phone}'] }],
  [
    'remarks in the column text',
    csv('id,text,thong tin noi giao', (a) => [
      `${a.at}`,
      pick('đã giao|khách hẹn lại|gọi trước khi đến|không nghe máy')(a),
      whole(a),
    ]),
  ],
  [
    'search words in the column query',
    csv('day,query,hits', (a) => [
      '1',
      pick('iphone 15|giày nam|áo khoác nữ|tai nghe bluetooth|nồi cơm điện')(a),
      '3',
    ]),
  ],
  ['order codes in the address', csv('address,customer', (a) => [`DH-2025-${1000 + a.at}`, a.person])],
  ['an empty address beside a full one', csv('id,address,address (goc)', (a) => [`${a.at}`, '', whole(a)])],
  [
    'cells in another order than the header',
    csv('id,address,name,phone', (a) => [`${a.at}`, a.person, whole(a), a.phone]),
  ],
  ['two columns that are exchanged', csv('id,dia chi,so dien thoai', (a) => [`${a.at}`, a.phone, whole(a)])],
  [
    'dates in the address',
    csv('id,address', (a) => [`${a.at}`, `2025-04-${String((a.at % 28) + 1).padStart(2, '0')}`]),
  ],
  ['amounts of money in the address', csv('id,address', (a) => [`${a.at}`, `${a.at * 17000} đ`])],
  [
    'products in the address',
    csv('ma,dia chi,ten', (a) => [
      `${a.at}`,
      pick('Sữa tươi 1L|Bánh quy bơ|Nước mắm 500ml|Gạo ST25')(a),
      a.person,
    ]),
  ],
  [
    'no province, which is in another column',
    csv('id,address,khu vuc giao', (a) => [
      `${a.at}`,
      `${a.house} ${a.street}`,
      `${a.district}, ${a.province}`,
    ]),
  ],
  [
    'no province, which is in two columns of codes of units by name',
    csv('id,address,dvhc cap 2,dvhc cap 1', (a) => [
      `${a.at}`,
      `${a.house} ${a.street}`,
      a.district,
      a.province,
    ]),
  ],
  ['house and street without any unit', addresses((a) => `${a.house} ${a.street}`)],
  [
    'house and street under a Vietnamese header',
    csv('STT,Địa chỉ', (a) => [`${a.at}`, `Số ${a.house} đường ${a.street}`]),
  ],
  ['numbered wards without a district', addresses((a) => `Phường ${(a.at % 15) + 1}`)],
  [
    'a stated column that has only the street',
    csv('so nha,duong,phuong,quan,tinh', (a) => [a.house, a.street, a.ward, a.district, a.province]),
    { sets: ['geocode.text={so nha} {duong}'] },
  ],
  ['a floor and a block', addresses((a) => `Tầng ${(a.at % 20) + 1}, Block ${'ABCD'[a.at % 4]}`)],
  ['house numbers alone', csv('id,address,tuyen duong', (a) => [`${a.at}`, a.house, a.street])],
  [
    'addresses of the United States',
    addresses(
      (a) =>
        `${a.house} ${pick('Main St|Oak Ave|Maple Dr')(a)}, ${pick('Springfield, IL 62701|Dallas, TX 75201|Portland, OR 97201')(a)}, USA`,
    ),
  ],
  [
    'addresses of Thailand',
    addresses((a) => `${a.house} Sukhumvit Rd, Khlong Toei, Bangkok 10110, Thailand`),
  ],
  [
    'addresses of Singapore',
    addresses((a) => `Blk ${a.house} Bedok North Ave 3 #0${(a.at % 9) + 1}-12, Singapore 46${1000 + a.at}`),
  ],
  ['addresses of Japan', addresses((a) => `東京都港区六本木${(a.at % 9) + 1}丁目${a.house}`)],
  [
    'addresses of France',
    addresses((a) => `${a.house} rue de la République, 690${10 + (a.at % 9)} Lyon, France`),
  ],
  [
    'addresses of Germany',
    addresses(
      (a) =>
        `${pick('Müllerstraße|Königsallee|Schönhauser Allee')(a)} ${a.house}, ${pick('13353 Berlin|40212 Düsseldorf|50667 Köln')(a)}`,
    ),
  ],
  [
    'addresses of Cambodia',
    addresses((a) => `#${a.house}, Street ${200 + a.at}, Sangkat Tonle Bassac, Phnom Penh, Cambodia`),
  ],
  ['UTF-8 read as Windows-1252', misread(addresses(whole), 1252)],
  ['UTF-8 read as Windows-1258', misread(addresses(whole), 1258)],
  ['UTF-8 read as Windows-1252 twice', misread(misread(addresses(whole), 1252), 1252)],
  ['TCVN3 in a file of UTF-8', Buffer.from(inTcvn3(addresses(whole).toString()))],
  ['VNI in a file of UTF-8', Buffer.from(inVni(addresses(whole).toString()))],
  ['bytes of TCVN3', latin1(inTcvn3(addresses(whole).toString()))],
  ['bytes of VNI', latin1(inVni(addresses(whole).toString()))],
  [
    'bytes of TCVN3, stated as Windows-1258',
    latin1(inTcvn3(addresses(whole).toString())),
    { sets: ['input.encoding=windows-1258'] },
  ],
  [
    'letters that became question marks',
    Buffer.from(
      addresses(whole)
        .toString()
        .normalize('NFC')
        .replace(/[^\0-\xff]/g, '?'),
    ),
  ],
  [
    'letters that became replacement characters',
    Buffer.from(
      addresses(whole)
        .toString()
        .normalize('NFC')
        .replace(/[^\0-\x7f]/g, '\ufffd'),
    ),
  ],
  ['rows that are cut at their commas', cutAtCommas()],
  [
    'metres of VN-2000',
    points(
      (a) => `${(1190000 + a.at * 371).toFixed(2)}`,
      (a) => `${(600000 + a.at * 211).toFixed(2)}`,
      'id,y,x',
    ),
    { job: 'reverse' },
  ],
  [
    'kilometres of UTM',
    points(
      (a) => `${(1190 + a.at * 0.371).toFixed(3)}`,
      (a) => `${(600 + a.at * 0.211).toFixed(3)}`,
      'id,y,x',
    ),
    { job: 'reverse' },
  ],
  [
    'positions without their decimal point',
    points(
      (a) => a.lat.replace('.', ''),
      (a) => a.lon.replace('.', ''),
    ),
    { job: 'reverse' },
  ],
  [
    'positions of the sea at zero',
    points(
      () => '0',
      () => '0',
    ),
    { job: 'reverse' },
  ],
  [
    'positions of Europe',
    points(
      (a) => (48 + a.at / 100).toFixed(4),
      (a) => (2 + a.at / 100).toFixed(4),
    ),
    { job: 'reverse' },
  ],
  [
    'positions of Singapore, exchanged',
    points(
      (a) => (103.8 + a.at / 1000).toFixed(4),
      (a) => (1.3 + a.at / 1000).toFixed(4),
    ),
    { job: 'reverse' },
  ],
  [
    'positions with the wrong sign',
    points(
      (a) => `-${a.lat}`,
      (a) => a.lon,
    ),
    { job: 'reverse' },
  ],
  [
    'positions cut to whole degrees',
    points(
      (a) => a.lat.slice(0, 2),
      (a) => a.lon.slice(0, 3),
    ),
    { job: 'reverse' },
  ],
  [
    'addresses in the columns of the position',
    csv('id,lat,lon', (a) => [`${a.at}`, `${a.house} ${a.street}`, a.province]),
    { job: 'reverse' },
  ],
  [
    'the longitude in both columns',
    points(
      (a) => a.lon,
      (a) => a.lon,
    ),
    { job: 'reverse' },
  ],
];

/** Unusual, and right. */
const RIGHT: Row[] = [
  ['the usual table', addresses(whole)],
  ['without diacritics', addresses((a) => plain(whole(a)))],
  ['in capitals', addresses((a) => whole(a).toUpperCase())],
  [
    'abbreviations',
    addresses(
      (a) =>
        `${a.house} ${a.street}, P.${bare(a.ward)}, Q.${bare(a.district)}, ${a.province.includes('Hồ Chí Minh') ? 'TPHCM' : bare(a.province)}`,
    ),
  ],
  [
    'no commas',
    addresses((a) =>
      plain(
        `${a.house} ${a.street} p ${bare(a.ward)} q ${bare(a.district)} ${bare(a.province)}`,
      ).toLowerCase(),
    ),
  ],
  [
    'the largest unit first',
    addresses((a) => `${a.province}, ${a.district}, ${a.ward}, ${a.street} ${a.house}`),
  ],
  [
    'English',
    addresses((a) =>
      plain(
        `${a.house} ${a.street} Street, ${bare(a.ward)} Ward, ${bare(a.district)} District, ${bare(a.province)} City, Vietnam`,
      ),
    ),
  ],
  [
    'units since July 2025',
    addresses(
      (a) => `${a.house} ${a.street}, ${(NEW_UNITS[a.at % NEW_UNITS.length] as string[]).join(', ')}`,
    ),
  ],
  ['hyphens between the parts', addresses((a) => whole(a).replaceAll(', ', ' - '))],
  ['villages', addresses((a) => `Thôn ${(a.at % 9) + 1}, Xã Tân Lập, Huyện Đan Phượng, Hà Nội`)],
  ['wards only', csv('ma,address', (a) => [`${a.at}`, `${a.ward}, ${a.district}, ${a.province}`])],
  ['provinces only', csv('ma,address', (a) => [`${a.at}`, a.province])],
  ['districts without their province', csv('ma,address', (a) => [`${a.at}`, a.district])],
  [
    'places in a city',
    addresses(
      (a) => `${pick('Bệnh viện Bạch Mai|Vincom Bà Triệu|Chợ Đồng Xuân|Đại học Bách khoa')(a)}, Hà Nội`,
    ),
  ],
  [
    'parts in five columns',
    csv('so nha,duong,phuong,quan,tinh', (a) => [a.house, a.street, a.ward, a.district, a.province]),
  ],
  [
    'parts in English columns',
    csv('house_number,street,ward,district,province', (a) => [
      a.house,
      a.street,
      bare(a.ward),
      bare(a.district),
      bare(a.province),
    ]),
  ],
  [
    'streets with a default province',
    addresses((a) => `${a.house} ${a.street}`),
    { sets: ['geocode.default_province=Hà Nội'] },
  ],
  [
    'one city, by its districts',
    addresses((a) => `${a.house} ${a.street}, ${pick('Hoàn Kiếm|Cầu Giấy|Đống Đa|Ba Đình')(a)}`),
  ],
  [
    'one city, by its numbered districts',
    addresses((a) => `${a.house} ${a.street}, Quận ${(a.at % 12) + 1}`),
  ],
  ['short units without a province', addresses((a) => `${a.house} ${a.street}, P. Dịch Vọng, Q. Cầu Giấy`)],
  ['a third of the addresses empty', addresses((a) => (a.at % 3 === 0 ? '' : whole(a)))],
  ['two thirds of the addresses empty', addresses((a) => (a.at % 3 === 0 ? whole(a) : ''))],
  ['phone numbers behind the address', addresses((a) => `${whole(a)} - ${a.phone}`)],
  ['names in front of the address', addresses((a) => `${a.person}, ${whole(a)}`)],
  [
    'addresses on two lines',
    addresses((a) => `${a.house} ${a.street}\n${a.ward}, ${a.district}, ${a.province}`),
  ],
  ['decomposed letters', Buffer.from(addresses(whole).toString().normalize('NFD'))],
  ['semicolons', csv('ma;dia chi;ghi chu', (a) => [`${a.at}`, whole(a), 'x'], { delimiter: ';' })],
  [
    'tabs',
    csv('ma\tdia chi\tghi chu', (a) => [`${a.at}`, whole(a), 'x'], { delimiter: '\t' }),
    { fileName: 'sent.tsv' },
  ],
  ['UTF-16', Buffer.concat([Buffer.from([0xff, 0xfe]), Buffer.from(addresses(whole).toString(), 'utf16le')])],
  ['Windows-1258, stated', to1258(addresses(whole).toString()), { sets: ['input.encoding=windows-1258'] }],
  [
    'JSON',
    Buffer.from(JSON.stringify(rows().map((a) => ({ id: a.at, address: whole(a) })))),
    { fileName: 'sent.json' },
  ],
  [
    'NDJSON with other members',
    Buffer.from(
      rows()
        .map((a) => JSON.stringify({ dia_chi: whole(a), tags: ['a', a.at] }))
        .join('\n'),
    ),
    { fileName: 'sent.ndjson' },
  ],
  ['a list without a header', Buffer.from(`${rows().map(whole).join('\n')}\n`), { fileName: 'sent.txt' }],
  [
    'a title above the header',
    Buffer.from(`DANH SÁCH KHÁCH HÀNG THÁNG 3,,,\n,,,\n${addresses(whole).toString()}`),
  ],
  [
    'a total at the end',
    Buffer.from(
      `${csv('STT,Địa chỉ,Tiền', (a) => [`${a.at}`, whole(a), '1000']).toString()}Tổng cộng,,40000\n`,
    ),
  ],
  [
    'a quarter of another country',
    addresses((a) => (a.at % 4 === 0 ? `${a.house} Orchard Rd, Singapore` : whole(a))),
  ],
  [
    'a quarter without an address',
    addresses((a) => (a.at % 4 === 0 ? pick('chưa có|N/A|-|khách tự đến lấy')(a) : whole(a))),
  ],
  [
    'industrial zones',
    addresses(
      (a) =>
        `Lô ${'ABC'[a.at % 3]}${a.at}, KCN ${pick('Tân Tạo|VSIP 1|Nomura|Thăng Long')(a)}, ${bare(a.province)}`,
    ),
  ],
  ['national roads', addresses((a) => `Km ${a.at + 3} QL1A, ${a.ward}, ${a.district}, ${a.province}`)],
  ['apartments', addresses((a) => `Căn hộ ${a.at}12, Tòa S1.02, Vinhomes Ocean Park, Gia Lâm, Hà Nội`)],
  [
    'misspelt provinces',
    addresses(
      (a) =>
        `${a.house} ${a.street}, ${a.ward}, ${a.district}, ${a.province.replace('Hồ Chí Minh', 'Hồ Chí Min').replace('Nội', 'Nọi')}`,
    ),
  ],
  ['city codes', addresses((a) => `${a.house} ${plain(a.street)}, ${pick('HN|SG|HCM|DN')(a)}`)],
  ['post codes', addresses((a) => `${whole(a)} 700000, Việt Nam`)],
  ['one address in all rows', addresses(() => '1 Đại Cồ Việt, Hai Bà Trưng, Hà Nội')],
  ['small symbols in the addresses', addresses((a) => `🏠 ${whole(a)} ✨`)],
  [
    'columns nobody knows, stated',
    csv('c1,c2,c3', (a) => [`${a.at}`, whole(a), a.phone]),
    { sets: ['geocode.text={c2}'] },
  ],
  [
    'an address beside columns of units',
    csv('id,address,phuong,tinh', (a) => [`${a.at}`, `${a.house} ${a.street}`, a.ward, a.province]),
  ],
  [
    'an address that repeats its columns of units',
    csv('id,address,ma phuong,ten tinh cu', (a) => [`${a.at}`, whole(a), '00123', a.province]),
  ],
  [
    'European names of streets and people',
    addresses((a) => `${pick('Café Müller|Hôtel de l’Opéra|Crêperie Léon')(a)}, ${whole(a)}`),
  ],
  [
    'addresses with slashes',
    addresses((a) => `K${a.at + 2}/H${(a.at % 9) + 1} ${a.street}/ ${a.ward}/ ${a.district}/ ${a.province}`),
  ],
  [
    'search words',
    csv('query', (a) => [pick('cafe|benh vien bach|truong dai hoc|sieu thi')(a)]),
    { job: 'autocomplete' },
  ],
  [
    'positions',
    points(
      (a) => a.lat,
      (a) => a.lon,
    ),
    { job: 'reverse' },
  ],
  [
    'positions with decimal commas',
    csv('id;vi do;kinh do', (a) => [`${a.at}`, a.lat.replace('.', ','), a.lon.replace('.', ',')], {
      delimiter: ';',
    }),
    { job: 'reverse' },
  ],
  [
    'positions whose columns are exchanged',
    points(
      (a) => a.lon,
      (a) => a.lat,
    ),
    { job: 'reverse' },
  ],
  [
    'degrees, minutes and seconds',
    csv('id;lat;lon', (a) => [`${a.at}`, `10°46'${(a.at % 50) + 10}"N`, `106°42'${(a.at % 50) + 10}"E`], {
      delimiter: ';',
    }),
    { job: 'reverse' },
  ],
  ['positions in one cell', csv('id,toa do', (a) => [`${a.at}`, `${a.lat}, ${a.lon}`]), { job: 'reverse' }],
  [
    'positions as WKT',
    csv('id,location', (a) => [`${a.at}`, `POINT(${a.lon} ${a.lat})`]),
    { job: 'reverse' },
  ],
  [
    'islands far from the coast',
    points(
      (a) => (8.6 + a.at / 100).toFixed(4),
      (a) => (111.9 + a.at / 100).toFixed(4),
    ),
    { job: 'reverse' },
  ],
  [
    'some positions without a signal',
    points(
      (a) => (a.at % 4 === 0 ? '0' : a.lat),
      (a) => (a.at % 4 === 0 ? '0' : a.lon),
    ),
    { job: 'reverse' },
  ],
  [
    'a third of the positions empty',
    points(
      (a) => (a.at % 3 === 0 ? '' : a.lat),
      (a) => (a.at % 3 === 0 ? '' : a.lon),
    ),
    { job: 'reverse' },
  ],
  [
    'positions as JSON numbers',
    Buffer.from(JSON.stringify(rows().map((a) => ({ lat: Number(a.lat), lon: Number(a.lon) })))),
    { fileName: 'sent.json', job: 'reverse' },
  ],
];

/** Encodes NFC text in windows-1258: base letters and combining tones. */
function to1258(text: string): Buffer {
  const codes = new Map(
    Array.from({ length: 256 }, (_, byte) => [decoder[1258].decode(Buffer.from([byte])), byte]),
  );
  const bytes: number[] = [];
  for (const char of text.normalize('NFC')) {
    const own = codes.get(char);
    if (own !== undefined) bytes.push(own);
    else {
      const marks = Array.from(char.normalize('NFD'));
      const tone = marks.findIndex((mark) => /[\u0300\u0301\u0303\u0309\u0323]/.test(mark));
      const letter = marks
        .filter((_, at) => at !== tone)
        .join('')
        .normalize('NFC');
      bytes.push(codes.get(letter) ?? 0x3f, codes.get(marks[tone] ?? '') ?? 0x3f);
    }
  }
  return Buffer.from(bytes);
}

const filesOf = (list: readonly Row[], isWrong: boolean) =>
  list.map(([name, bytes, more]): SentFile => ({
    name,
    fileName: 'sent.csv',
    job: 'geocode',
    ...more,
    bytes: Buffer.from(bytes),
    isWrong,
  }));

/** All files, the wrong ones first. Every second of each list was kept aside while the rules were tuned. */
export const SENT_FILES: readonly SentFile[] = [...filesOf(WRONG, true), ...filesOf(RIGHT, false)];
