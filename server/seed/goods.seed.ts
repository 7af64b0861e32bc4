import { counted, type Named, named } from '../content/texts.ts';
import type { goods } from '../db/schema.ts';
import { IRON_COMET, LANTERN_ISLES } from './games.seed.ts';

const gems = (quantity: number): Named =>
  counted(quantity, {
    'en-US': (n) => `${n} Star Gems`,
    'zh-CN': (n) => `${n} 星钻`,
    'zh-TW': (n) => `${n} 顆星鑽`,
    'zh-HK': (n) => `${n} 粒星鑽`,
    'th-TH': (n) => `สตาร์เจม ${n} เม็ด`,
    'ja-JP': (n) => `スタージェム${n}個`,
    'vi-VN': (n) => `${n} Ngọc Sao`,
    'ko-KR': (n) => `스타젬 ${n}개`,
    'de-DE': (n) => `${n} Sternjuwelen`,
  });

const GEM = named({
  'en-US': 'Star Gems',
  'zh-CN': '星钻',
  'zh-TW': '星鑽',
  'zh-HK': '星鑽',
  'th-TH': 'สตาร์เจม',
  'ja-JP': 'スタージェム',
  'vi-VN': 'Ngọc Sao',
  'ko-KR': '스타젬',
  'de-DE': 'Sternjuwelen',
});

const credits = (quantity: number): Named =>
  counted(quantity, {
    'en-US': (n) => `${n} Comet Credits`,
    'zh-CN': (n) => `${n} 彗星币`,
    'zh-TW': (n) => `${n} 枚彗星幣`,
    'zh-HK': (n) => `${n} 個彗星幣`,
    'th-TH': (n) => `เครดิตคอเมต ${n} หน่วย`,
    'ja-JP': (n) => `${n}コメットクレジット`,
    'vi-VN': (n) => `${n} Xu Sao Chổi`,
    'ko-KR': (n) => `코멧 크레딧 ${n}개`,
    'de-DE': (n) => `${n} Kometen-Credits`,
  });

const CREDIT = named({
  'en-US': 'Comet Credits',
  'zh-CN': '彗星币',
  'zh-TW': '彗星幣',
  'zh-HK': '彗星幣',
  'th-TH': 'เครดิตคอเมต',
  'ja-JP': 'コメットクレジット',
  'vi-VN': 'Xu Sao Chổi',
  'ko-KR': '코멧 크레딧',
  'de-DE': 'Kometen-Credits',
});

const MOONLIGHT_PASS = named({
  'en-US': 'Moonlight Pass (30 days)',
  'zh-CN': '月光月卡（30 天）',
  'zh-TW': '月光月卡（30 天）',
  'zh-HK': '月光月卡（30 日）',
  'th-TH': 'บัตรแสงจันทร์ 30 วัน',
  'ja-JP': '月光パス（30日間）',
  'vi-VN': 'Thẻ Ánh Trăng (30 ngày)',
  'ko-KR': '달빛 패스(30일)',
  'de-DE': 'Mondschein-Pass (30 Tage)',
});

const WEEKLY_CRATE = named({
  'en-US': 'Weekly Supply Crate',
  'zh-CN': '每周补给箱',
  'zh-TW': '每週補給箱',
  'zh-HK': '每周補給箱',
  'th-TH': 'กล่องเสบียงรายสัปดาห์',
  'ja-JP': 'ウィークリー補給ボックス',
  'vi-VN': 'Rương Tiếp Tế Hằng Tuần',
  'ko-KR': '주간 보급 상자',
  'de-DE': 'Wöchentliche Vorratskiste',
});

const STARTER_PACK = named({
  'en-US': 'Islander Starter Pack',
  'zh-CN': '岛民新手礼包',
  'zh-TW': '島民新手禮包',
  'zh-HK': '島民新手套裝',
  'th-TH': 'แพ็กเริ่มต้นชาวเกาะ',
  'ja-JP': '島民スターターパック',
  'vi-VN': 'Gói Tân Thủ Hải Đảo',
  'ko-KR': '섬 주민 스타터 패키지',
  'de-DE': 'Starterpaket für Insulaner',
});

const WISH_LANTERN = named({
  'en-US': 'Wish Lantern',
  'zh-CN': '祈愿灯笼',
  'zh-TW': '祈願燈籠',
  'zh-HK': '許願燈籠',
  'th-TH': 'โคมอธิษฐาน',
  'ja-JP': '願いの灯籠',
  'vi-VN': 'Đèn Ước Nguyện',
  'ko-KR': '소원 등불',
  'de-DE': 'Wunschlaterne',
});

const CLOAK = named({
  'en-US': "Wanderer's Cloak",
  'zh-CN': '旅人斗篷',
  'zh-TW': '旅人披風',
  'zh-HK': '旅者披風',
  'th-TH': 'ผ้าคลุมนักเดินทาง',
  'ja-JP': '旅人のマント',
  'vi-VN': 'Áo Choàng Lữ Khách',
  'ko-KR': '방랑자의 망토',
  'de-DE': 'Umhang des Wanderers',
});

type Goods = Required<Omit<typeof goods.$inferInsert, 'gameId' | 'position' | 'onSale'>>;
type Extras = { readonly rebatePercent?: number; readonly gift?: Goods['gift'] };

const pack = (
  goodsId: string,
  priceMinor: number,
  quantity: number,
  art: string,
  [title, unit]: readonly [Named, Named],
  { rebatePercent = 0, gift = null }: Extras = {},
): Goods => ({ goodsId, ...title, priceMinor, quantity, unit, rebatePercent: rebatePercent || null, gift, art });

const single = (goodsId: string, priceMinor: number, art: string, title: Named, gift: Goods['gift'] = null): Goods => ({
  goodsId,
  ...title,
  priceMinor,
  quantity: null,
  unit: null,
  rebatePercent: null,
  gift,
  art,
});

const LANTERN_GOODS: readonly Goods[] = [
  pack('lantern.gems.60', 99, 60, 'gems-1', [gems(60), GEM]),
  pack('lantern.gems.300', 499, 300, 'gems-2', [gems(300), GEM], { rebatePercent: 5 }),
  pack('lantern.gems.980', 1_499, 980, 'gems-3', [gems(980), GEM], { rebatePercent: 10 }),
  pack('lantern.gems.1980', 2_999, 1_980, 'gems-4', [gems(1_980), GEM], { rebatePercent: 10 }),
  pack('lantern.gems.3280', 4_999, 3_280, 'gems-5', [gems(3_280), GEM], {
    rebatePercent: 15,
    gift: { ...WISH_LANTERN, quantity: 3 },
  }),
  pack('lantern.gems.6480', 9_999, 6_480, 'gems-6', [gems(6_480), GEM], {
    rebatePercent: 20,
    gift: { ...WISH_LANTERN, quantity: 10 },
  }),
  single('lantern.pass.30', 499, 'pass', MOONLIGHT_PASS),
  single('lantern.crate.7', 199, 'bundle', WEEKLY_CRATE),
  single('lantern.starter', 999, 'bundle', STARTER_PACK, { ...CLOAK, quantity: 1 }),
];

const COMET_GOODS: readonly Goods[] = [
  pack('comet.credits.100', 199, 100, 'gems-1', [credits(100), CREDIT]),
  pack('comet.credits.550', 999, 550, 'gems-3', [credits(550), CREDIT], { rebatePercent: 10 }),
  pack('comet.credits.2400', 3_999, 2_400, 'gems-5', [credits(2_400), CREDIT], { rebatePercent: 20 }),
];

const positioned = (gameId: string, list: readonly Goods[]): (typeof goods.$inferInsert)[] =>
  list.map((one, position) => ({ ...one, gameId, position }));

export const GOODS = [
  ...positioned(LANTERN_ISLES.gameId, LANTERN_GOODS),
  ...positioned(IRON_COMET.gameId, COMET_GOODS),
];
