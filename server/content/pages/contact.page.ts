import type { PageTexts } from './page-text.ts';

export const CONTACT: PageTexts = {
  'en-US': [
    'Contact us',
    'Questions about an order? Open customer service from the account menu and have your order number ready.',
    "For everything else, email hello@aurora-gate.example. We'll reply within one business day.",
  ],
  'zh-CN': [
    '联系我们',
    '对订单有疑问？请备好订单号，从账号菜单联系客服。',
    '其他事宜请发邮件至 hello@aurora-gate.example，我们将在 1 个工作日内回复。',
  ],
  'zh-TW': [
    '聯絡我們',
    '對訂單有疑問？請備妥訂單編號，從帳號選單聯絡客服。',
    '其他事宜請來信至 hello@aurora-gate.example，我們會在 1 個工作天內回覆。',
  ],
  'zh-HK': [
    '聯絡我們',
    '對訂單有疑問？請準備訂單號碼，再由帳戶選單聯絡客戶服務。',
    '其他查詢請電郵至 hello@aurora-gate.example，我們會於 1 個工作天內回覆。',
  ],
  'th-TH': [
    'ติดต่อเรา',
    'มีคำถามเรื่องคำสั่งซื้อ? ติดต่อฝ่ายบริการลูกค้าได้จากเมนูบัญชี โปรดเตรียมหมายเลขคำสั่งซื้อไว้',
    'สำหรับเรื่องอื่น ๆ โปรดส่งอีเมลมาที่ hello@aurora-gate.example เราจะตอบกลับภายในหนึ่งวันทำการ',
  ],
  'ja-JP': [
    'お問い合わせ',
    'ご注文については、注文番号をご用意のうえ、アカウントメニューのカスタマーサポートからお問い合わせください。',
    'その他のお問い合わせ先：hello@aurora-gate.example（1営業日以内にお返事いたします）',
  ],
  'vi-VN': [
    'Liên hệ',
    'Có câu hỏi về đơn hàng? Hãy mở mục chăm sóc khách hàng trong menu tài khoản và chuẩn bị sẵn mã đơn hàng.',
    'Với các vấn đề khác, hãy gửi email đến hello@aurora-gate.example. Chúng tôi sẽ trả lời trong vòng một ngày làm việc.',
  ],
  'ko-KR': [
    '문의하기',
    '주문 관련 문의는 주문 번호를 준비하신 뒤 계정 메뉴의 고객센터를 이용해 주세요.',
    '그 밖의 문의는 hello@aurora-gate.example로 보내 주시면 영업일 기준 하루 안에 답변드립니다.',
  ],
  'de-DE': [
    'Kontakt',
    'Fragen zu einer Bestellung? Öffnen Sie den Kundenservice im Kontomenü und halten Sie Ihre Bestellnummer bereit.',
    'Bei allen anderen Anliegen schreiben Sie uns an hello@aurora-gate.example. Wir antworten innerhalb eines Arbeitstags.',
  ],
};
