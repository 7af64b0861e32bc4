import type { Setting } from '../content/settings.ts';
import type { Texts } from '../content/texts.ts';
import { IRON_COMET, LANTERN_ISLES } from './games.seed.ts';

const LANTERN_BLURB = {
  'en-US': 'Sail from isle to isle, light the old beacons, and bring back the night sky.',
  'zh-CN': '扬帆群岛之间，点亮古老灯塔，让夜空重现繁星。',
  'zh-TW': '揚帆群島之間，點亮古老燈塔，讓繁星重返夜空。',
  'zh-HK': '揚帆穿梭群島，點亮古老燈塔，讓繁星重現夜空。',
  'th-TH': 'แล่นเรือจากเกาะสู่เกาะ จุดไฟประภาคารโบราณ แล้วคืนแสงดาวให้ท้องฟ้ายามค่ำคืน',
  'ja-JP': '島から島へ帆を進め、古い灯台に灯をともし、夜空に星を取り戻そう。',
  'vi-VN': 'Giong buồm từ đảo này sang đảo khác, thắp lại những ngọn hải đăng cổ và mang bầu trời sao trở lại.',
  'ko-KR': '섬에서 섬으로 항해하며 오래된 등대를 밝히고, 별이 가득한 밤하늘을 되찾으세요.',
  'de-DE': 'Segeln Sie von Insel zu Insel, entzünden Sie die alten Leuchtfeuer und holen Sie den Sternenhimmel zurück.',
} as const satisfies Texts;

const COMET_BLURB = {
  'en-US': 'Up to six pilots, one comet, ninety seconds. Fast-paced spaceship battles.',
  'zh-CN': '最多六名飞行员，一颗彗星，九十秒。节奏飞快的飞船对战。',
  'zh-TW': '最多六名飛行員、一顆彗星、九十秒。節奏飛快的飛船對戰。',
  'zh-HK': '最多六名機師、一顆彗星、九十秒。節奏飛快的太空船對戰。',
  'th-TH': 'นักบินสูงสุดหกคน ดาวหางหนึ่งดวง เวลาเก้าสิบวินาที ศึกยานอวกาศสุดเร้าใจ',
  'ja-JP': '最大6人のパイロット、1つの彗星、90秒。スピード感あふれる宇宙船バトル。',
  'vi-VN': 'Tối đa sáu phi công, một sao chổi, chín mươi giây. Những trận đấu phi thuyền tốc độ cao.',
  'ko-KR': '최대 여섯 명의 파일럿, 혜성 하나, 90초. 숨 돌릴 틈 없는 우주선 전투.',
  'de-DE': 'Bis zu sechs Piloten, ein Komet, neunzig Sekunden. Rasante Raumschiffgefechte.',
} as const satisfies Texts;

const FAST = {
  'en-US': 'Delivered in moments',
  'zh-CN': '极速发放到游戏',
  'zh-TW': '快速送達遊戲',
  'zh-HK': '轉眼送到遊戲',
  'th-TH': 'เข้าเกมในไม่กี่อึดใจ',
  'ja-JP': 'あっという間に届く',
  'vi-VN': 'Nhận vật phẩm trong giây lát',
  'ko-KR': '빠른 지급',
  'de-DE': 'In wenigen Augenblicken geliefert',
} as const satisfies Texts;

const FAST_TEXT = {
  'en-US': 'What you buy is delivered to your game as soon as we receive your payment.',
  'zh-CN': '支付完成后，商品立即发放到游戏中。',
  'zh-TW': '付款完成後，商品立即發送至遊戲。',
  'zh-HK': '收到款項後，商品會即時送到遊戲內。',
  'th-TH': 'ไอเทมเข้าเกมทันทีที่เราได้รับเงิน',
  'ja-JP': 'お支払いの確認後、商品をすぐにゲームへお届けします。',
  'vi-VN': 'Vật phẩm được giao vào game ngay khi chúng tôi nhận được thanh toán.',
  'ko-KR': '결제가 끝나면 아이템이 바로 게임에 지급됩니다.',
  'de-DE': 'Was Sie kaufen, wird ins Spiel geliefert, sobald es bezahlt ist.',
} as const satisfies Texts;

const SAFE = {
  'en-US': 'Nothing gets lost',
  'zh-CN': '订单不丢失',
  'zh-TW': '訂單不會遺失',
  'zh-HK': '訂單不會遺失',
  'th-TH': 'ไม่มีอะไรสูญหาย',
  'ja-JP': 'ご注文は消えません',
  'vi-VN': 'Không lo thất lạc',
  'ko-KR': '주문이 사라지지 않습니다',
  'de-DE': 'Nichts geht verloren',
} as const satisfies Texts;

const SAFE_TEXT = {
  'en-US': 'Even if you close the page or lose your connection, your order is still there.',
  'zh-CN': '即使关闭页面或网络中断，您的订单依然保留。',
  'zh-TW': '即使關閉頁面或網路中斷，您的訂單依然保留。',
  'zh-HK': '即使關閉頁面或網絡中斷，你的訂單依然保留。',
  'th-TH': 'แม้ปิดหน้าเว็บหรือเน็ตหลุด คำสั่งซื้อของคุณก็ยังอยู่',
  'ja-JP': 'ページを閉じても、通信が切れても、ご注文はそのまま残ります。',
  'vi-VN': 'Dù bạn đóng trang hay mất kết nối, đơn hàng vẫn còn đó.',
  'ko-KR': '페이지를 닫거나 연결이 끊겨도 주문은 그대로 남아 있습니다.',
  'de-DE': 'Seite geschlossen? Verbindung weg? Ihre Bestellung ist noch da.',
} as const satisfies Texts;

const BONUS = {
  'en-US': 'More for your money',
  'zh-CN': '充值更超值',
  'zh-TW': '儲值更超值',
  'zh-HK': '增值更超值',
  'th-TH': 'เติมแล้วคุ้มกว่า',
  'ja-JP': 'チャージがもっとお得に',
  'vi-VN': 'Đáng đồng tiền hơn',
  'ko-KR': '더 알찬 혜택',
  'de-DE': 'Mehr für Ihr Geld',
} as const satisfies Texts;

const BONUS_TEXT = {
  'en-US': 'Larger top-ups come with bonus currency, and some include gifts.',
  'zh-CN': '档位越高，加赠越多，部分商品还附送赠品。',
  'zh-TW': '儲值金額越高，加贈越多，部分商品還附贈品。',
  'zh-HK': '套裝愈大，額外贈送愈多，部分商品更附送贈品。',
  'th-TH': 'แพ็กใหญ่ได้โบนัสเพิ่ม บางแพ็กมีของแถมด้วย',
  'ja-JP': '大きなパックほどボーナスが増え、特典が付くものもあります。',
  'vi-VN': 'Gói lớn được thưởng thêm, một số gói còn kèm quà tặng.',
  'ko-KR': '많이 충전하면 보너스 재화를 더 드리며, 증정품이 포함된 상품도 있습니다.',
  'de-DE': 'Größere Pakete enthalten einen Bonus, einige auch Geschenke.',
} as const satisfies Texts;

/** Pages of the reference server; `{locale}` is replaced with the player's language. */
const page = (name: string): string => `/pages/${name}?locale={locale}`;

const feature = (key: string, titles: Texts, texts: Texts) => ({
  key,
  title: titles['en-US'],
  titles: { ...titles },
  text: texts['en-US'],
  texts: { ...texts },
  art: null,
});

const game = ({ gameId, gameName }: typeof LANTERN_ISLES | typeof IRON_COMET, art: string, blurbs: Texts) => ({
  gameId,
  name: gameName,
  blurb: blurbs['en-US'],
  blurbs: { ...blurbs },
  art,
  url: page(gameId),
  redeemUrl: page(`redeem-${gameId}`),
});

const download = (gameId: string, key: string, title: string, isAvailable = true) => ({
  key,
  title,
  gameId,
  url: isAvailable ? page(`download-${gameId}`) : null,
});

/** Iron Comet has no iOS version. */
export const HOME: Setting<'home'> = {
  games: [game(LANTERN_ISLES, 'game-1', LANTERN_BLURB), game(IRON_COMET, 'game-2', COMET_BLURB)],
  features: [feature('fast', FAST, FAST_TEXT), feature('safe', SAFE, SAFE_TEXT), feature('bonus', BONUS, BONUS_TEXT)],
  downloads: [
    download(LANTERN_ISLES.gameId, 'ios', 'App Store'),
    download(LANTERN_ISLES.gameId, 'android', 'Google Play'),
    download(LANTERN_ISLES.gameId, 'pc', 'PC'),
    download(IRON_COMET.gameId, 'ios', 'App Store', false),
    download(IRON_COMET.gameId, 'android', 'Google Play'),
    download(IRON_COMET.gameId, 'pc', 'PC'),
  ],
  footer: [
    { key: 'about', title: 'About us', url: page('about') },
    { key: 'contact', title: 'Contact us', url: page('contact') },
    { key: 'privacy', title: 'Privacy policy', url: page('privacy') },
    { key: 'agreement', title: 'User agreement', url: page('agreement') },
  ],
  redeemUrl: page(`redeem-${LANTERN_ISLES.gameId}`),
};
