import type { ArticleText } from './article-text.ts';

/** Announced but not written yet. */
export const WINTER_VOYAGE: ArticleText = {
  articleId: '1001',
  type: 'event',
  img: 'winter-voyage',
  daysAgo: 44,
  texts: {
    'en-US': ['Winter Voyage: coming soon', 'The northern passage opens once a year. More details to follow.'],
    'zh-CN': ['冬季远航：敬请期待', '北方航道一年只开放一次，详情稍后公布。'],
    'zh-TW': ['冬季遠航：敬請期待', '北方航道一年只開放一次，詳情稍後公布。'],
    'zh-HK': ['冬季遠航：敬請留意', '北方航道一年只開放一次，詳情稍後公佈。'],
    'th-TH': ['ล่องเรือฤดูหนาว: เร็ว ๆ นี้', 'เส้นทางเหนือเปิดปีละครั้ง โปรดติดตามรายละเอียดเพิ่มเติม'],
    'ja-JP': ['冬の大航海：まもなく開催', '北の航路が開くのは年に一度だけ。詳細は後日お知らせします。'],
    'vi-VN': [
      'Hải Trình Mùa Đông: đón chờ nhé',
      'Tuyến phương bắc mỗi năm chỉ mở một lần. Chi tiết sẽ được thông báo sau.',
    ],
    'ko-KR': [
      '겨울 항해: 곧 찾아옵니다',
      '북쪽 항로는 일 년에 한 번만 열립니다. 자세한 내용은 추후 안내해 드리겠습니다.',
    ],
    'de-DE': ['Winterreise: demnächst', 'Die Nordpassage öffnet sich einmal im Jahr. Einzelheiten folgen.'],
  },
};
