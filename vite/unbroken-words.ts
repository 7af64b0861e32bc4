const WORD_JOINER = '\u2060';
const NO_BREAK_SPACE = '\u00a0';

/** Thai has no spaces between words, and the dictionary of a browser breaks these where "|" is. */
export const THAI_WORDS: readonly string[] = [
  'แต่|การ',
  'การ|ชำระ|เงิน',
  'การ|เติม|เงิน',
  'การ|สั่ง|ซื้อ',
  'การ|เชื่อม|ต่อ',
  'การ|ตั้ง|ค่า',
  'การ|เข้า|สู่|ระบบ',
  'การ|แจ้ง|เตือน',
  'การ|เปลี่ยน|แปลง',
  'การ|หัก',
  'วิธี|ชำระ|เงิน',
  'หน้า|ชำระ|เงิน',
  'ลอง|อีก|ครั้ง',
  'อีก|ครั้ง',
  'ลอง|ใหม่|ภาย|หลัง',
  'ใน|อีก|สัก|ครู่',
  'รอ|สัก|ครู่',
  'แล้ว|ก|ลับ|มา',
  'ลอง|ใหม่',
  'เติม|เพิ่ม|เพื่อ',
  'ระยะ|เวลา',
  'โปรด|ติดต่อ',
  'โปรด|อย่า',
  'ก็|ต่อ|เมื่อ',
  'ไอ|เท|ม|อ|ยู่',
  'ยอด|คง|เหลือ',
  'ผู้|ดูแล|ระบบ',
  'ผู้|ให้|บริการ',
  'ฝ่าย|บริการ|ลูกค้า',
  'บริการ|ลูกค้า',
  'ให้|บริการ',
  'ความ|คืบ|หน้า',
  'ความ|เป็น|ส่วน|ตัว',
  'น่า|เชื่อ|ถือ',
  'ไม่|สำเร็จ',
  'ไม่|ได้|รับ',
  'ไม่|ได้',
  'ได้|รับ',
  'ของ|คุณ',
  'ของ|แถม',
  'ของ|ขวัญ',
  'ข้อ|ผิด|พลาด',
  'เพิ่ม|เติม',
  'ก่อน|หน้า',
  'หน้า|แรก',
  'ด้าน|ล่าง',
  'ตัว|เลือก',
  'ตัว|อักษร',
  'อย่าง|น้อย',
  'ใช้|เวลา',
  'ตอน|นี้',
  'เคล็ด|ลับ',
  'ยิ่ง|ขึ้น',
  'เท่า|เดิม',
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

/** The phrases of a browser end inside these. */
export const JAPANESE_WORDS: readonly string[] = ['もう|一度', '引き|続き', '少々|お待ち', 'お支払い|済み'];

/** Vietnamese writes a space between syllables. */
export const VIETNAMESE_WORDS: readonly string[] = [
  'bảo trì',
  'bộ phận',
  'chăm sóc',
  'chữ cái',
  'chữ số',
  'đặc biệt',
  'đăng nhập',
  'đăng xuất',
  'điện thoại',
  'đơn hàng',
  'giao dịch',
  'giây lát',
  'hệ thống',
  'hết hạn',
  'hiển thị',
  'hoạt động',
  'kết nối',
  'kết quả',
  'khách hàng',
  'kiểm tra',
  'ký tự',
  'lịch sử',
  'liên hệ',
  'mật khẩu',
  'máy chủ',
  'nhà cung cấp',
  'nhân vật',
  'phương thức',
  'số dư',
  'tài khoản',
  'tải lại',
  'thanh toán',
  'thay đổi',
  'thẻ ghi nợ',
  'thẻ tín dụng',
  'thông tin',
  'thử lại',
  'tiếp tục',
  'tin nhắn',
  'trạng thái',
  'truy cập',
  'vật phẩm',
  'vui lòng',
  'xác nhận',
];

/** Words of a shop that the segmenter of Chinese takes apart. */
const CHINESE_WORDS: readonly string[] = [
  '充值',
  '儲值',
  '加载',
  '載入',
  '页面',
  '頁面',
  '账号',
  '余额',
  '区服',
  '客服',
  '下单',
  '下單',
  '重试',
  '重試',
  '稍后',
  '扣款',
  '到账',
  '入帳',
  '验证码',
  '驗證碼',
  '二维码',
  '二維碼',
  '手机号',
  '電郵',
  '短訊',
  '借记卡',
  '簽帳',
  '扣帳卡',
  '无需',
  '毋須',
  '请勿',
  '获赠',
  '獲贈',
  '首购',
  '首購',
  '赠品',
  '超时',
  '下架',
  '链接',
  '跳转',
  '官网',
  '官網',
  '主頁',
  '換領',
  '商戶',
  '扣回',
  '重置',
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
  text.replaceAll(VIETNAMESE, (word) => word.replaceAll(' ', NO_BREAK_SPACE));

/** Chinese may break anywhere, and a sentence does. A heading, a button or a chip keeps its words whole. */
const LONGEST_HEADING = 24;
/** A sentence keeps its last words together, so that its last line is never one character. */
const SHORTEST_END = 4;
const HAN_PAIR = /(?<=\p{Script=Han})(?=\p{Script=Han})/gu;
const chinese = new Intl.Segmenter('zh', { granularity: 'word' });
const CHINESE = new RegExp(`(${CHINESE_WORDS.join('|')})`);
const joinHan = (text: string): string => text.replaceAll(HAN_PAIR, WORD_JOINER);
const chineseWords = (text: string): string[] =>
  text
    .split(CHINESE)
    .flatMap((part, at) => (at % 2 === 1 ? [part] : Array.from(chinese.segment(part), ({ segment }) => segment)));
const joinChinese = (text: string): string => {
  const words = chineseWords(text);
  if (text.length <= LONGEST_HEADING && !text.includes('。')) return words.map(joinHan).join('');
  let end = '';
  while (end.length < SHORTEST_END && words.length > 0) end = `${words.pop()}${end}`;
  return words.join('') + joinHan(end);
};

/** An auxiliary verb never begins a line: 해 주세요, 할 수 있습니다. */
const joinKorean = (text: string): string =>
  text.replaceAll(/(?<=[가-힣]) (?=주세요|수 [있없])|(?<= 수) (?=[있없])/g, NO_BREAK_SPACE);

const JOINED: Readonly<Record<string, (text: string) => string>> = {
  'zh-CN': joinChinese,
  'zh-TW': joinChinese,
  'zh-HK': joinChinese,
  'th-TH': joining(THAI_WORDS),
  'ja-JP': joining(JAPANESE_WORDS),
  'ko-KR': joinKorean,
  'vi-VN': joinVietnamese,
};

/** The text with its words, and each number with its unit, on one line. */
export const unbroken = (tag: string, text: string): string =>
  (JOINED[tag] ?? String)(text)
    .replaceAll(COUNTED, `$1${NO_BREAK_SPACE}`)
    .replaceAll(CHINESE_ORDINAL, `第${NO_BREAK_SPACE}`);
