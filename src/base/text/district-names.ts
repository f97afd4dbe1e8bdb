/**
 * Names of districts from before July 2025 that one province only had, folded, without their type and without numbers.
 *
 * Source: the list of administrative units in force until 30 June 2025.
 */
const DISTRICTS =
  'a luoi|an bien|an duong|an khe|an minh|an nhon|an phu|an thi|anh son|ayun pa|ba be|ba che|ba dinh|ba don|ba ria|ba thuoc|ba to|ba tri|ba vi|bac ai|' +
  'bac binh|bac ha|bac me|bac quang|bac son|bac tan uyen|bac tra my|bac tu liem|bac yen|bach thong|bao lac|bao loc|bao thang|bao yen|bat xat|bau bang|' +
  'ben cat|ben cau|ben luc|bien hoa|bim son|binh chanh|binh dai|binh gia|binh giang|binh lieu|binh long|binh luc|binh minh|binh son|binh thanh|binh thuy|' +
  'binh xuyen|bo trach|bu dang|bu dop|bu gia map|buon don|buon ho|buon ma thuot|cai be|cai lay|cai nuoc|cai rang|cam giang|cam khe|cam lam|cam le|cam lo|' +
  'cam my|cam pha|cam ranh|cam thuy|cam xuyen|can duoc|can gio|can giuoc|can loc|cang long|cao lanh|cao loc|cao phong|cat hai|cau giay|cau ke|cau ngang|' +
  'chau doc|chau duc|chau phu|chau thanh a|chi lang|chi linh|chiem hoa|cho don|cho gao|cho lach|chon thanh|chu|chu pah|chu prong|chu puh|chu se|chuong my|' +
  'co do|co to|con cuong|cu chi|cu jut|cu kuin|cu lao dung|cu m gar|da bac|da huoai|da krong|da lat|dai loc|dai tu|dak doa|dak glei|dak glong|dak ha|' +
  'dak mil|dak po|dak r lap|dak song|dak to|dam doi|dam ha|dam rong|dan phuong|dau tieng|di an|di linh|dien ban|dien bien dong|dien bien phu|dien chau|' +
  'dien khanh|dinh hoa|dinh lap|dinh quan|do luong|do son|doan hung|don duong|dong anh|dong da|dong giang|dong ha|dong hai|dong hoa|dong hoi|dong hung|' +
  'dong hy|dong phu|dong trieu|dong van|dong xoai|dong xuan|duc co|duc hoa|duc hue|duc linh|duc pho|duc tho|duc trong|duong kinh|duong minh chau|duy tien|' +
  'duy xuyen|duyen hai|ea h leo|ea kar|ea sup|gia binh|gia lam|gia loc|gia nghia|gia rai|gia vien|giang thanh|giao thuy|gio linh|giong rieng|giong trom|' +
  'go cong|go cong dong|go cong tay|go dau|go quao|go vap|ha dong|ha hoa|ha lang|ha long|ha quang|ha trung|hai an|hai ba trung|hai chau|hai ha|hai hau|' +
  'hai lang|ham tan|ham thuan bac|ham thuan nam|ham yen|hau loc|hiep duc|hiep hoa|hoa an|hoa lu|hoa thanh|hoa vang|hoai an|hoai duc|hoai nhon|hoan kiem|' +
  'hoang hoa|hoang su phi|hoc mon|hoi an|hon dat|hon quan|hong bang|hong dan|hong linh|hong ngu|hung ha|hung nguyen|huong hoa|huong khe|huong son|' +
  'huong thuy|huong tra|huu lung|ia grai|ia h drai|ia pa|kbang|ke sach|khanh son|khanh vinh|khoai chau|kien an|kien hai|kien luong|kien thuy|kien tuong|' +
  'kien xuong|kim bang|kim boi|kim dong|kim son|kim thanh|kinh mon|kon plong|kon ray|kong chro|krong a na|krong bong|krong buk|krong nang|krong no|' +
  'krong pa|krong pac|ky anh|ky son|la gi|lac duong|lac son|lac thuy|lai vung|lak|lam binh|lam ha|lam thao|lang chanh|lang giang|lap thach|lap vo|le chan|' +
  'le thuy|lien chieu|loc binh|loc ninh|long bien|long dat|long ho|long khanh|long my|long phu|long thanh|long xuyen|luc nam|luc ngan|luc yen|luong son|' +
  'luong tai|ly nhan|m drak|mai chau|mai son|mang thit|mang yang|me linh|meo vac|minh hoa|minh long|mo cay bac|mo cay nam|mo duc|moc chau|moc hoa|' +
  'mong cai|mu cang chai|muong ang|muong cha|muong khuong|muong la|muong lat|muong lay|muong nhe|muong te|my duc|my hao|my tho|my tu|my xuyen|na hang|' +
  'na ri|nam can|nam dan|nam giang|nam nhun|nam po|nam sach|nam tra my|nam truc|nam tu liem|nga bay|nga nam|nga son|ngan son|nghi loc|nghi son|nghi xuan|' +
  'nghia dan|nghia hanh|nghia hung|nghia lo|ngo quyen|ngoc hien|ngoc hoi|ngoc lac|ngu hanh son|nguyen binh|nha be|nha trang|nho quan|nhon trach|nhu thanh|' +
  'nhu xuan|ninh giang|ninh hai|ninh hoa|ninh kieu|ninh phuoc|ninh son|nong cong|nui thanh|o mon|pac nam|phan rang thap cham|phan thiet|pho yen|phong tho|' +
  'phu binh|phu cat|phu cu|phu giao|phu hoa|phu loc|phu luong|phu ly|phu nhuan|phu quoc|phu quy|phu rieng|phu thien|phu vang|phu xuan|phu xuyen|phuc tho|' +
  'phuc yen|phung hiep|phuoc son|pleiku|quan ba|quan hoa|quan son|quang dien|quang hoa|quang trach|quang xuong|quang yen|que phong|que son|que vo|' +
  'quoc oai|quy chau|quy hop|quy nhon|quynh luu|quynh nhai|quynh phu|rach gia|sa dec|sa pa|sa thay|sam son|si ma cai|sin ho|soc son|son dong|son duong|' +
  'son ha|son hoa|son tinh|son tra|song cau|song cong|song hinh|song lo|song ma|sop cop|tam binh|tam dao|tam diep|tam ky|tan bien|tan binh|tan hiep|' +
  'tan hong|tan hung|tan ky|tan lac|tan phu dong|tan phuoc|tan son|tan thanh|tan tru|tan yen|tanh linh|tay giang|tay ho|tay hoa|tay son|thach an|thach ha|' +
  'thach thanh|thach that|thai hoa|thai thuy|than uyen|thang binh|thanh ba|thanh binh|thanh chuong|thanh ha|thanh khe|thanh liem|thanh mien|thanh oai|' +
  'thanh phu|thanh son|thanh thuy|thanh xuan|thap muoi|thieu hoa|tho xuan|thoai son|thoi binh|thoi lai|thong nhat|thot not|thu dau mot|thu duc|thu thua|' +
  'thuan an|thuan bac|thuan chau|thuan hoa|thuan nam|thuan thanh|thuong tin|thuong xuan|thuy nguyen|tien du|tien hai|tien lang|tien lu|tien phuoc|' +
  'tien yen|tieu can|tinh bien|tra bong|tra cu|tra on|tram tau|tran de|tran van thoi|tran yen|trang bang|trang bom|trang dinh|tri ton|trieu phong|' +
  'trieu son|truc ninh|trung khanh|truong sa|tu ky|tu mo rong|tu nghia|tu son|tua chua|tuan giao|tuong duong|tuy an|tuy duc|tuy hoa|tuy phong|tuy phuoc|' +
  'tuyen hoa|u minh|u minh thuong|ung hoa|uong bi|van ban|van canh|van chan|van don|van giang|van ho|van lam|van lang|van ninh|van quan|van yen|vi thanh|' +
  'vi thuy|vi xuyen|viet tri|viet yen|vinh|vinh bao|vinh chau|vinh cuu|vinh hung|vinh linh|vinh loc|vinh loi|vinh thuan|vinh tuong|vinh yen|vo nhai|' +
  'vu ban|vu quang|vu thu|vung liem|vung tau|xin man|xuan loc|xuan truong|xuyen moc|y yen|yen binh|yen chau|yen dinh|yen khanh|yen lac|yen lap|yen minh|' +
  'yen mo|yen my|yen phong|yen son|yen thanh|yen the|yen thuy';

/** The names of districts that say in which province they are: `hoankiem`, keys of `foldKey`. */
export const DISTRICT_KEYS: ReadonlySet<string> = new Set(
  DISTRICTS.split('|').map((name) => name.replaceAll(' ', '').replaceAll('y', 'i')),
);
