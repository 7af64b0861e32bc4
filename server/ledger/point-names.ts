import type { LocaleTag } from '../../src/contract/locales.ts';

type Named = { name: string; names: Record<LocaleTag, string> };

/** Line names of an E Point recharge in every locale. */
export const E_POINTS: Named = {
  name: 'E Points',
  names: {
    'en-US': 'E Points',
    'zh-CN': 'E 点',
    'zh-TW': 'E 點',
    'zh-HK': 'E 點',
    'th-TH': 'E Point',
    'ja-JP': 'Eポイント',
    'vi-VN': 'E Point',
    'ko-KR': 'E포인트',
    'de-DE': 'E Points',
  },
};

export const BONUS_POINTS: Named = {
  name: 'Bonus E Points',
  names: {
    'en-US': 'Bonus E Points',
    'zh-CN': '赠送 E 点',
    'zh-TW': '贈送 E 點',
    'zh-HK': '獲贈 E 點',
    'th-TH': 'E Point โบนัส',
    'ja-JP': 'ボーナスEポイント',
    'vi-VN': 'E Point thưởng',
    'ko-KR': '보너스 E포인트',
    'de-DE': 'Bonus-E-Points',
  },
};
