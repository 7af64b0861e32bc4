const WORD_JOINER = '\u2060';
const NO_BREAK_SPACE = '\u00a0';

/** Thai has no spaces between words, and the dictionary of a browser breaks these where "|" is. */
export const THAI_WORDS: readonly string[] = [
  'คำ|สั่ง|ซื้อ',
  'สั่ง|ซื้อ',
  'ตรวจ|สอบ',
  'ภาย|หลัง',
  'ตัว|ละคร',
  'ไอ|เท|ม',
  'รหัส|ผ่าน',
  'คง|เหลือ',
  'คัด|ลอก',
  'เชื่อม|ต่อ',
  'หมด|อายุ',
  'ถูก|ต้อง',
  'สัก|ครู่',
  'ราย|ละเอียด',
  'มือ|ถือ',
  'ตัว|กรอง',
  'วัน|ที่',
  'ดำเนิน|การ',
  'ตั้ง|ค่า',
  'ใบ|เสร็จ',
  'ขั้น|ตอน',
  'ราย|ชื่อ',
  'ผู้|ใช้',
  'ผิด|พลาด',
  'ชำระ|เงิน',
  'เติม|เงิน',
  'คืน|เงิน',
  'ขณะ|นี้',
  'ที่|นี่',
  'ใช้|งาน',
  'บัน|ทึก',
  'เข้า|สู่|ระบบ',
  'ออก|จาก|ระบบ',
  'อี|วอล|เล็ต',
  'คิว|อาร์|โค้ด',
];

/** Chinese may break anywhere; these are read as one word, on chips and in narrow columns. */
export const CHINESE_WORDS: readonly string[] = ['加|赠', '加|贈', '额|外', '額|外', '贈|送', '赠|送'];

/** Vietnamese writes a space between syllables. */
export const VIETNAMESE_WORDS: readonly string[] = [
  'đăng nhập',
  'đăng xuất',
  'đơn hàng',
  'kết nối',
  'kiểm tra',
  'lịch sử',
  'liên hệ',
  'mật khẩu',
  'máy chủ',
  'nhân vật',
  'phương thức',
  'số dư',
  'tài khoản',
  'thanh toán',
  'trạng thái',
  'vật phẩm',
  'xác nhận',
];

/** A number, or a variable that is one, before its unit. */
const COUNTED =
  /(\d|\{\{(?:basic|bonus|count|number|page|pages|position|quantity|recordBasic|recordBonus|time|total)(?:, number)?\}\}) (?=\p{L})/gu;
const CHINESE_ORDINAL = /第 (?=\{\{|\d)/g;

const joining =
  (words: readonly string[]) =>
  (text: string): string =>
    words.reduce(
      (joined, word) => joined.replaceAll(word.replaceAll('|', ''), word.replaceAll('|', WORD_JOINER)),
      text,
    );

const VIETNAMESE = new RegExp(VIETNAMESE_WORDS.join('|'), 'gi');
const joinVietnamese = (text: string): string =>
  text.replaceAll(VIETNAMESE, (word) => word.replace(' ', NO_BREAK_SPACE));

const joinChinese = joining(CHINESE_WORDS);

const JOINED: Readonly<Record<string, (text: string) => string>> = {
  'zh-CN': joinChinese,
  'zh-TW': joinChinese,
  'zh-HK': joinChinese,
  'th-TH': joining(THAI_WORDS),
  'vi-VN': joinVietnamese,
};

/** The text with its words, and each number with its unit, on one line. */
export const unbroken = (tag: string, text: string): string =>
  (JOINED[tag] ?? String)(text)
    .replaceAll(COUNTED, `$1${NO_BREAK_SPACE}`)
    .replaceAll(CHINESE_ORDINAL, `第${NO_BREAK_SPACE}`);
