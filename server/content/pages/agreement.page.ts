import type { PageTexts } from './page-text.ts';

export const AGREEMENT: PageTexts = {
  'en-US': [
    'User agreement',
    "Each game top-up is for one character on one server and can't be moved after delivery. Check the recipient before you pay.",
    "If we can't deliver an item you paid for, we'll refund your payment to the original payment method. E Points can't be exchanged for cash.",
    "If you sell accounts, use stolen cards, or harass other players, you may lose access. We'll contact you before we decide.",
  ],
  'zh-CN': [
    '用户协议',
    '每次游戏充值仅限指定区服上的指定角色，发放后无法转移。付款前请核对充值对象。',
    '已付款的商品如无法发放，款项将原路退回。E 点不可兑换现金。',
    '出售账号、盗刷他人银行卡或骚扰其他玩家者，可能被取消使用资格。作出决定前，我们会先与您联系。',
  ],
  'zh-TW': [
    '使用者條款',
    '每筆遊戲儲值僅限指定伺服器上的指定角色，發送後無法轉移。付款前請核對儲值對象。',
    '已付款的商品若無法發送，款項將依原付款方式退回。E 點不可兌換現金。',
    '販售帳號、盜刷信用卡或騷擾其他玩家者，可能失去使用資格。做出決定前，我們會先與您聯絡。',
  ],
  'zh-HK': [
    '使用條款',
    '每次遊戲增值只限指定伺服器上的指定角色，派發後不能轉移。付款前請核對增值對象。',
    '已付款的商品如未能派發，款項會經原有付款方法退回。E 點不可兌換現金。',
    '出售帳戶、盜用信用卡或滋擾其他玩家者，可能會失去使用權。作出決定前，我們會先與你聯絡。',
  ],
  'th-TH': [
    'ข้อตกลงการใช้งาน',
    'การเติมเกมหนึ่งครั้งใช้ได้กับตัวละครเดียวในเซิร์ฟเวอร์เดียว และย้ายไม่ได้เมื่อเติมสำเร็จแล้ว โปรดตรวจสอบตัวละครและเซิร์ฟเวอร์ก่อนชำระเงิน',
    'หากเราไม่สามารถส่งไอเทมที่คุณชำระเงินแล้วเข้าเกมได้ เราจะคืนเงินผ่านช่องทางเดิมที่คุณใช้ชำระ ทั้งนี้ E Point ไม่สามารถแลกเป็นเงินสดได้',
    'หากคุณขายบัญชี ใช้บัตรที่ขโมยมา หรือคุกคามผู้เล่นอื่น คุณอาจถูกระงับการใช้งาน โดยเราจะติดต่อคุณก่อนตัดสินใจเสมอ',
  ],
  'ja-JP': [
    '利用規約',
    'ゲームへのチャージは、1回につき1つのサーバーの1キャラクターが対象となり、付与後に別のキャラクターへ移すことはできません。お支払いの前にチャージ先をお確かめください。',
    'お支払い済みの商品を付与できない場合は、お支払い時と同じ方法で返金いたします。Eポイントの換金はできません。',
    'アカウントの販売、盗難カードの使用、ほかのプレイヤーへの迷惑行為があった場合、ご利用を停止することがあります。停止を判断する前に、必ずご連絡いたします。',
  ],
  'vi-VN': [
    'Thỏa thuận người dùng',
    'Mỗi lần nạp game chỉ dành cho một nhân vật trên một máy chủ và không thể chuyển sang nhân vật hay máy chủ khác sau khi đã giao. Vui lòng kiểm tra nhân vật nhận trước khi thanh toán.',
    'Nếu không giao được vật phẩm đã thanh toán, chúng tôi sẽ hoàn tiền về phương thức thanh toán ban đầu. E Point không quy đổi ra tiền mặt.',
    'Nếu bán tài khoản, dùng thẻ bị đánh cắp hoặc quấy rối người chơi khác, bạn có thể mất quyền truy cập. Chúng tôi sẽ liên hệ với bạn trước khi quyết định.',
  ],
  'ko-KR': [
    '이용약관',
    '게임 충전은 건마다 한 서버의 한 캐릭터에만 적용되며, 지급 후에는 다른 캐릭터나 서버로 옮길 수 없습니다. 결제하기 전에 충전 대상을 꼭 확인해 주세요.',
    '결제한 상품을 지급하지 못하면 결제하신 수단으로 환불해 드립니다. E포인트는 현금으로 바꿀 수 없습니다.',
    '계정 판매, 도난 카드 사용, 다른 이용자에 대한 괴롭힘이 확인되면 이용이 제한될 수 있으며, 결정 전에 먼저 연락드립니다.',
  ],
  'de-DE': [
    'Nutzungsbedingungen',
    'Jede Spielaufladung gilt für genau einen Charakter auf einem Server und lässt sich nach der Lieferung nicht mehr übertragen. Bitte prüfen Sie vor dem Bezahlen den Empfänger.',
    'Kann ein bezahlter Artikel nicht geliefert werden, erstatten wir den Betrag über Ihre ursprüngliche Zahlungsart. E Points können nicht in Geld umgetauscht werden.',
    'Wenn Sie Konten verkaufen, gestohlene Karten benutzen oder andere Spieler belästigen, können Sie den Zugang verlieren. Bevor wir entscheiden, nehmen wir Kontakt mit Ihnen auf.',
  ],
};
