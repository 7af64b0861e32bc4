import type { PageTexts } from './page-text.ts';

export const PRIVACY: PageTexts = {
  'en-US': [
    'Privacy policy',
    'We store only what we need to process a top-up: your account, your characters, your orders, and technical logs of your visits. We never see your card number. It stays with the payment provider.',
    'We delete logs after 90 days. We keep order records for as long as the law requires.',
    'To see, correct, or delete your data, email privacy@aurora-gate.example.',
  ],
  'zh-CN': [
    '隐私政策',
    '我们仅保存充值所需的信息：您的账号、角色、订单以及访问日志。银行卡号不会传给我们，只由支付渠道保存。',
    '日志在 90 天后删除；订单记录按法律规定的期限保存。',
    '如需查询、更正或删除您的个人信息，请发邮件至 privacy@aurora-gate.example。',
  ],
  'zh-TW': [
    '隱私權政策',
    '我們只保存儲值所需的資料：您的帳號、角色、訂單以及連線紀錄。卡號不會傳給我們，只由金流業者保存。',
    '連線紀錄於 90 天後刪除；訂單依法令規定的期限保存。',
    '如需查詢、更正或刪除您的個人資料，請來信至 privacy@aurora-gate.example。',
  ],
  'zh-HK': [
    '私隱政策',
    '我們只會保存增值所需的資料：你的帳戶、角色、訂單及存取紀錄。卡號不會傳送給我們，只由付款服務商保存。',
    '存取紀錄於 90 日後刪除；訂單則按法例規定的期限保存。',
    '如需查閱、更正或刪除你的個人資料，請電郵至 privacy@aurora-gate.example。',
  ],
  'th-TH': [
    'นโยบายความเป็นส่วนตัว',
    'เราเก็บเฉพาะข้อมูลที่จำเป็นต่อการเติมเงิน ได้แก่ บัญชี ตัวละคร คำสั่งซื้อ และบันทึกทางเทคนิคของการเข้าชม เราไม่มีทางเห็นหมายเลขบัตรของคุณ ข้อมูลนี้อยู่กับผู้ให้บริการชำระเงินเท่านั้น',
    'เราจะลบบันทึกทางเทคนิคเมื่อครบ 90 วัน ส่วนข้อมูลคำสั่งซื้อเก็บตามระยะเวลาที่กฎหมายกำหนด',
    'คุณขอดู แก้ไข หรือลบข้อมูลของคุณได้ที่ privacy@aurora-gate.example',
  ],
  'ja-JP': [
    'プライバシーポリシー',
    '保存するのは、チャージに必要な情報（アカウント、キャラクター、ご注文、アクセスログ）だけです。カード番号が当社に渡ることはなく、決済会社でのみ保管されます。',
    'アクセスログは90日後に削除します。ご注文の記録は、法令で定められた期間、保管します。',
    'お客様の情報の開示、訂正、削除のご請求先：privacy@aurora-gate.example',
  ],
  'vi-VN': [
    'Chính sách quyền riêng tư',
    'Chúng tôi chỉ lưu những gì cần cho việc nạp tiền: tài khoản, nhân vật, đơn hàng và nhật ký kỹ thuật của lượt truy cập. Chúng tôi không bao giờ nhận số thẻ của bạn; số thẻ chỉ nằm ở nhà cung cấp thanh toán.',
    'Chúng tôi xóa nhật ký sau 90 ngày và lưu thông tin đơn hàng trong thời hạn pháp luật yêu cầu.',
    'Để xem, sửa hoặc xóa dữ liệu của mình, hãy gửi email đến privacy@aurora-gate.example.',
  ],
  'ko-KR': [
    '개인정보 처리방침',
    '충전에 필요한 정보(계정, 캐릭터, 주문, 접속 기록)만 보관합니다. 카드 번호는 저희에게 전달되지 않으며 결제사에만 보관됩니다.',
    '접속 기록은 90일 후 삭제하며, 주문 기록은 법령이 정한 기간 동안 보관합니다.',
    '개인정보의 열람, 정정, 삭제는 privacy@aurora-gate.example로 요청하실 수 있습니다.',
  ],
  'de-DE': [
    'Datenschutzerklärung',
    'Wir speichern nur, was für das Aufladen nötig ist: Ihr Konto, Ihre Charaktere, Ihre Bestellungen und technische Protokolle Ihrer Besuche. Ihre Kartennummer sehen wir nie; sie bleibt beim Zahlungsanbieter.',
    'Protokolle werden nach 90 Tagen gelöscht. Bestelldaten bewahren wir so lange auf, wie es das Gesetz verlangt.',
    'Wenn Sie Ihre Daten einsehen oder sie berichtigen oder löschen lassen möchten, schreiben Sie an privacy@aurora-gate.example.',
  ],
};
