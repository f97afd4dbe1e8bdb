import { LATITUDE_NAMES, LONGITUDE_NAMES, POINT_NAMES } from './find-columns.ts';

/** Names of a column with the opening time of a stop, folded and without separators, in order of preference. */
export const OPENING_NAMES: readonly string[] = [
  ...['openfrom', 'open', 'opens', 'opening', 'openingtime', 'opentime', 'opensat', 'openat'],
  ...['windowstart', 'timewindowstart', 'windowfrom', 'twstart', 'timefrom', 'fromtime', 'readytime'],
  ...['earliest', 'earliesttime', 'notbefore', 'deliverfrom', 'deliveryfrom', 'availablefrom'],
  ...['giomocua', 'mocua', 'giomo', 'thoigianmocua', 'mocualuc', 'tugio', 'giotu', 'giobatdau'],
  ...['nhantugio', 'giaotugio', 'nhanhangtu', 'giaohangtu', 'nhantu', 'giaotu'],
];

/** Names of a column with the closing time of a stop. */
export const CLOSING_NAMES: readonly string[] = [
  ...['openuntil', 'opento', 'close', 'closes', 'closing', 'closingtime', 'closetime', 'closesat', 'closeat'],
  ...['windowend', 'timewindowend', 'windowto', 'windowuntil', 'twend', 'timeto', 'totime', 'timeuntil'],
  ...['duetime', 'latest', 'latesttime', 'notafter', 'deliveruntil', 'deliverby', 'deliverybefore'],
  ...['availableuntil', 'giodongcua', 'dongcua', 'giodong', 'thoigiandongcua', 'dongcualuc', 'dengio'],
  ...['gioketthuc', 'nhandengio', 'giaodengio', 'nhanhangden', 'giaohangden', 'giaotruocgio', 'truocgio'],
];

/** Names of a column with the service time at a stop in minutes. */
export const SERVICE_NAMES: readonly string[] = [
  ...['serviceminutes', 'servicemin', 'servicemins', 'servicetimeminutes', 'servicetimemin', 'servicetime'],
  ...['serviceduration', 'stopminutes', 'dwellminutes', 'unloadminutes', 'unloadingminutes'],
  ...['phutphucvu', 'sophutphucvu', 'thoigianphucvu', 'thoigianphucvuphut', 'phutdung', 'thoigiandungphut'],
  ...['phutgiao', 'phutgiaohang', 'thoigiangiaohangphut', 'phutbocdo', 'thoigianbocdophut'],
];

/** Names of a column with the load of a stop. */
export const LOAD_NAMES: readonly string[] = [
  ...['demand', 'load', 'parcels', 'parcel', 'parcelcount', 'packages', 'boxes', 'cartons', 'pallets'],
  ...['weight', 'weightkg', 'kg', 'loadkg', 'demandkg', 'volume', 'volumem3', 'm3', 'cbm'],
  ...['sokien', 'sokienhang', 'kien', 'kienhang', 'soluongkien', 'sogoi', 'sogoihang', 'sothung', 'sodon'],
  ...['khoiluong', 'khoiluongkg', 'trongluong', 'trongluongkg', 'cannang', 'cannangkg', 'sokg', 'sokhoi'],
  ...['thetich', 'thetichm3'],
];

/** Names of a column with the name of a stop, and of one with its address. */
export const STOP_NAMES: readonly (readonly string[])[] = [
  [
    ...['name', 'customer', 'customername', 'recipient', 'receiver', 'shop', 'store', 'company', 'ten'],
    ...[
      'tenkhach',
      'tenkhachhang',
      'khachhang',
      'nguoinhan',
      'tennguoinhan',
      'cuahang',
      'tencuahang',
      'hoten',
    ],
  ],
  [
    'address',
    'fulladdress',
    'deliveryaddress',
    'diachi',
    'diachigiaohang',
    'diachinhanhang',
    'diachikhachhang',
  ],
];

/** Names of a column with the vehicle of a tour. */
export const VEHICLE_NAMES: readonly string[] = [
  ...['vehicle', 'vehicleid', 'vehicleno', 'van', 'truck', 'truckid', 'car', 'xe', 'xeso', 'soxe', 'maxe'],
  ...['tenxe', 'xegiao', 'xegiaohang', 'bienso', 'biensoxe', 'bks', 'phuongtien'],
];
/** Names of a column with the driver of a tour. */
export const DRIVER_NAMES: readonly string[] = [
  ...['driver', 'driverid', 'rider', 'shipper', 'taixe', 'laixe', 'tentaixe', 'nguoigiao', 'nhanviengiao'],
  'nhanviengiaohang',
];

/** Names of a column with the telephone number of a stop, for the sheets of drivers. */
export const PHONE_NAMES: readonly string[] = [
  ...['phone', 'phonenumber', 'tel', 'telephone', 'mobile', 'mobilephone', 'contactphone', 'customerphone'],
  ...['sdt', 'sodienthoai', 'dienthoai', 'didong', 'sodidong', 'sdtkhach', 'sdtkhachhang', 'sdtnguoinhan'],
  ...['dienthoainguoinhan', 'dtdd', 'hotline'],
];

/** Names of a column with remarks for the driver. */
export const NOTE_NAMES: readonly string[] = [
  ...['note', 'notes', 'remark', 'remarks', 'comment', 'comments', 'instructions', 'deliverynote'],
  ...['deliverynotes', 'deliveryinstructions', 'ghichu', 'ghichugiaohang', 'luuy', 'chuthich', 'dando'],
];

const DEPOT_WORDS = ['depot', 'kho', 'khohang', 'warehouse', 'hub'];

/** Names of the columns with the position of a depot. Shape: those of one item belong together. */
export const DEPOT_POSITION_NAMES: readonly { lat: string[]; lon: string[]; point: string[] }[] =
  DEPOT_WORDS.map((word) => ({
    lat: besideWord(word, LATITUDE_NAMES),
    lon: besideWord(word, LONGITUDE_NAMES),
    point: besideWord(word, POINT_NAMES),
  }));

/** Returns the names in front of and behind a word; a single letter is no name then. */
function besideWord(word: string, names: readonly string[]): string[] {
  return names.filter((name) => name.length > 1).flatMap((name) => [`${word}${name}`, `${name}${word}`]);
}

/** Names of columns that are like those of deliveries, and what is to be said of them: they are not read. Shape: `{}` is the name of the column. */
export const LEFT_NAMES: readonly { names: readonly string[]; why: string }[] = [
  {
    names: [
      ...['timewindow', 'window', 'deliverywindow', 'openinghours', 'hours', 'khunggio', 'khunggiogiao'],
      ...['giogiao', 'giogiaohang', 'gionhan', 'gionhanhang', 'thoigiangiao', 'thoigiannhan'],
      ...['thoigiangiaohang', 'thoigiannhanhang', 'giolamviec'],
    ],
    why: 'opening and closing are read from a column each',
  },
  {
    names: ['serviceseconds', 'servicesec', 'servicesecs', 'giayphucvu', 'thoigianphucvugiay'],
    why: 'service times are read in minutes',
  },
  {
    names: ['quantity', 'qty', 'items', 'units', 'soluong', 'sl'],
    why: 'if it is a load in the unit of the capacity, state demand: "{}"',
  },
  {
    names: [
      ...['priority', 'prio', 'urgent', 'urgency', 'uutien', 'douutien', 'mucuutien', 'mucdouutien'],
      ...['thutuuutien', 'capuutien', 'khancap', 'giaogap'],
    ],
    why: 'priorities are not planned',
  },
  {
    names: [...VEHICLE_NAMES, ...DRIVER_NAMES],
    why: 'the rows of one vehicle are a batch: state batch: "{}" for a tour of each',
  },
  {
    names: ['vehicletype', 'trucktype', 'loaixe', 'skills', 'skill'],
    why: 'all stops are planned for one means of travel, costing',
  },
  {
    names: ['capacity', 'vehiclecapacity', 'truckcapacity', 'taitrong', 'taitrongxe', 'suctai', 'succhua'],
    why: 'capacity is one number for all vehicles, stated in the job',
  },
  {
    names: [
      ...[
        'depot',
        'depotid',
        'depotname',
        'depotaddress',
        'warehouse',
        'warehouseid',
        'warehousename',
        'hub',
      ],
      ...['warehouseaddress', 'kho', 'khohang', 'khoxuat', 'khoxuathang', 'tenkho', 'makho', 'diachikho'],
    ],
    why: 'no position of a depot; start is a point, or columns of one',
  },
];
