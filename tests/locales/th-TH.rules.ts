import type { LocaleRules } from './locale-rules.ts';
import { WRITTEN_AMOUNT } from './writing-rules.ts';

export const rules: LocaleRules = {
  script: /\p{Script=Thai}/u,
  never: {
    'words and tone of another market': /ครับ|ค่ะ|นะคะ|เซิฟ|เซิร์ฟ(?!เวอร์)|(?<!เ)ท่าน|มึง|เธอ/,
    'misleading or replaced terms':
      /โบนัสคืน|พอยต์|พอร์ทัล|ถูก(?:นำ)?ออกจากระบบ|ออฟไลน์|สร้างคำสั่งซื้อ|การถาม|คำตอบ|เฝ้าดู|ตรวจพบ|ส่งแล้ว|ส่งสำเร็จ|หักค่าบริการ|แนวปะการังหยก|เนินทรายเงิน/,
    'a request that orders the player about, except where money is concerned':
      /โปรด(?!อย่า|ชำระเงินก่อน|ส่งข้อมูลคำสั่งซื้อ|ติดต่อ|เปิดหน้านี้ไว้|เติมก่อนหมดเวลา|ตรวจสอบ|ยืนยัน|สั่งซื้อใหม่)/,
    'a percent sign that is spaced incorrectly': /[\d}]\s%/,
    'a sentence that runs into the next one: it begins with a number or a Latin name':
      /(?:ของคุณ|ที่ชำระ) (?:\d|E\sPoint)/,
  },
  neverInPortal: {
    'an amount of money': WRITTEN_AMOUNT,
  },
};
