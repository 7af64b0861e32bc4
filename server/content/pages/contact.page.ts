import type { PageTexts } from './page-text.ts';

export const CONTACT: PageTexts = {
  'en-US': [
    'Contact us',
    'Questions about an order? Open customer service from the account menu and have your order number ready.',
    'For everything else, write to hello@aurora-gate.example. We reply within one business day.',
  ],
  'zh-CN': [
    '联系我们',
    '订单有疑问？请从账号菜单打开客服，我们在那里可以直接看到您的订单号。',
    '其他事宜请写信至 hello@aurora-gate.example，我们将在一个工作日内回复。',
  ],
  'zh-TW': [
    '聯絡我們',
    '對訂單有疑問？請從帳號選單開啟客服，我們可以直接看到您的訂單編號。',
    '其他事宜請來信 hello@aurora-gate.example，我們會在一個工作天內回覆。',
  ],
  'zh-HK': [
    '聯絡我們',
    '對訂單有疑問？請從帳戶選單開啟客戶服務，我們可即時看到你的訂單編號。',
    '其他查詢請電郵至 hello@aurora-gate.example，我們會於一個工作天內回覆。',
  ],
  'th-TH': [
    'ติดต่อเรา',
    'มีคำถามเรื่องคำสั่งซื้อ? ติดต่อฝ่ายบริการลูกค้าได้จากเมนูบัญชี โปรดเตรียมหมายเลขคำสั่งซื้อไว้',
    'เรื่องอื่น ๆ ส่งมาที่ hello@aurora-gate.example เราตอบกลับภายในหนึ่งวันทำการ',
  ],
  'ja-JP': [
    'お問い合わせ',
    'ご注文については、アカウントメニューのカスタマーサポートからご連絡ください。注文番号はすでに共有されています。',
    'その他のお問い合わせは hello@aurora-gate.example まで。1営業日以内にお返事いたします。',
  ],
  'vi-VN': [
    'Liên hệ',
    'Có câu hỏi về đơn hàng? Hãy mở mục chăm sóc khách hàng trong menu tài khoản và chuẩn bị sẵn mã đơn hàng.',
    'Các vấn đề khác: hello@aurora-gate.example. Chúng tôi trả lời trong vòng một ngày làm việc.',
  ],
  'ko-KR': [
    '문의하기',
    '주문 관련 문의는 계정 메뉴의 고객센터를 이용해 주세요. 주문 번호가 함께 전달됩니다.',
    '그 밖의 문의는 hello@aurora-gate.example로 보내 주시면 영업일 기준 하루 안에 답변드립니다.',
  ],
  'de-DE': [
    'Kontakt',
    'Fragen zu einer Bestellung? Öffnen Sie den Kundenservice im Kontomenü und halten Sie Ihre Bestellnummer bereit.',
    'Alles andere: hello@aurora-gate.example. Wir antworten innerhalb eines Werktags.',
  ],
};
