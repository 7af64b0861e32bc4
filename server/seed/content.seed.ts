import { ARTICLE_TYPE } from '../../src/contract/content.contract.ts';
import { LOCALE_TAGS, type LocaleTag } from '../../src/contract/locales.ts';
import type { Texts } from '../content/texts.ts';
import type { articles, bulletins } from '../db/content.schema.ts';
import { type ArticleText, bodyHtml } from './articles/article-text.ts';
import { BEACON_ROUTE } from './articles/beacon-route.article.ts';
import { COMET_CUP } from './articles/comet-cup.article.ts';
import { COMET_SEASON } from './articles/comet-season.article.ts';
import { EMBER_BAY } from './articles/ember-bay.article.ts';
import { FIRST_DUELS } from './articles/first-duels.article.ts';
import { GEM_REBATES } from './articles/gem-rebates.article.ts';
import { LANTERN_FESTIVAL } from './articles/lantern-festival.article.ts';
import { MOONLIT_REGATTA } from './articles/moonlit-regatta.article.ts';
import { NEW_CHANNELS } from './articles/new-channels.article.ts';
import { QUIET_COVE } from './articles/quiet-cove.article.ts';
import { SAFE_ACCOUNT } from './articles/safe-account.article.ts';
import { STORM_SEASON } from './articles/storm-season.article.ts';
import { VERSION_TWO_SIX } from './articles/version-two-six.article.ts';
import { WINTER_VOYAGE } from './articles/winter-voyage.article.ts';
import { WISH_LANTERNS } from './articles/wish-lanterns.article.ts';

const ARTICLES: readonly ArticleText[] = [
  LANTERN_FESTIVAL,
  EMBER_BAY,
  MOONLIT_REGATTA,
  COMET_SEASON,
  GEM_REBATES,
  BEACON_ROUTE,
  SAFE_ACCOUNT,
  STORM_SEASON,
  NEW_CHANNELS,
  FIRST_DUELS,
  WISH_LANTERNS,
  VERSION_TWO_SIX,
  COMET_CUP,
  QUIET_COVE,
  WINTER_VOYAGE,
];

const DAY_MS = 86_400_000;
/** Editors publish at ten in the morning, UTC. */
const HOUR_MS = 10 * 3_600_000;

const each = (text: (locale: LocaleTag) => string): Texts =>
  Object.fromEntries(LOCALE_TAGS.map((locale) => [locale, text(locale)])) as Texts;

/** Dates are relative to the day of seeding. */
export const articlesOf = (now: Date): (typeof articles.$inferInsert)[] => {
  const midnight = Math.floor(now.getTime() / DAY_MS) * DAY_MS;
  return ARTICLES.map(({ articleId, type, img, daysAgo, texts }) => {
    const titles = each((locale) => texts[locale][0]);
    const summaries = each((locale) => texts[locale][1]);
    const bodies = each((locale) => bodyHtml(texts[locale].slice(2)));
    return {
      articleId,
      type: ARTICLE_TYPE[type],
      img: `/media/${img}.svg`,
      title: titles['en-US'],
      titles,
      summary: summaries['en-US'],
      summaries,
      body: bodies['en-US'],
      bodies,
      publishedAt: new Date(midnight - daysAgo * DAY_MS + HOUR_MS),
    };
  });
};

const bulletin = (bulletinId: string, position: number, articleId: string, titles: Texts) => ({
  bulletinId,
  position,
  articleId,
  title: titles['en-US'],
  titles,
});

export const BULLETINS: readonly (typeof bulletins.$inferInsert)[] = [
  bulletin('b1', 1, EMBER_BAY.articleId, {
    'en-US': 'Ember Bay is under maintenance. All other servers are running as usual.',
    'zh-CN': 'Ember Bay 正在维护，其他区服一切正常。',
    'zh-TW': 'Ember Bay 維護中，其他伺服器皆正常運作。',
    'zh-HK': 'Ember Bay 正在維護，其他伺服器運作如常。',
    'th-TH': 'Ember Bay ปิดปรับปรุงอยู่ เซิร์ฟเวอร์อื่นใช้งานได้ตามปกติ',
    'ja-JP': 'Ember Bayはメンテナンス中。ほかのサーバーは通常どおり稼働しています。',
    'vi-VN': 'Ember Bay đang bảo trì. Các máy chủ khác hoạt động bình thường.',
    'ko-KR': 'Ember Bay 서버 점검 중입니다. 다른 서버는 정상 운영 중입니다.',
    'de-DE': 'Ember Bay wird gewartet. Alle anderen Server laufen wie gewohnt.',
  }),
  bulletin('b2', 2, LANTERN_FESTIVAL.articleId, {
    'en-US': 'The Lantern Festival is here: redeem LANTERN40 for a welcome gift.',
    'zh-CN': '灯会现已开启：使用礼包码 LANTERN40 领取见面礼。',
    'zh-TW': '燈會登場：輸入序號 LANTERN40 領取見面禮。',
    'zh-HK': '燈會開鑼：輸入禮品碼 LANTERN40 換領見面禮。',
    'th-TH': 'เทศกาลโคมไฟเริ่มแล้ว ใช้โค้ด LANTERN40 รับของขวัญต้อนรับ',
    'ja-JP': '灯籠まつり開催中。シリアルコード「LANTERN40」でプレゼントを受け取れます。',
    'vi-VN': 'Lễ Hội Đèn Lồng đã bắt đầu: nhập giftcode LANTERN40 để nhận quà chào mừng.',
    'ko-KR': '등불 축제가 시작되었습니다. 쿠폰 번호 LANTERN40을 등록하고 환영 선물을 받아 보세요.',
    'de-DE': 'Das Laternenfest läuft: Mit dem Code LANTERN40 gibt es ein Willkommensgeschenk.',
  }),
  bulletin('b3', 3, SAFE_ACCOUNT.articleId, {
    'en-US': 'Our team will never ask for your password or a verification code.',
    'zh-CN': '官方人员绝不会索要您的密码或验证码。',
    'zh-TW': '官方人員絕不會向您索取密碼或驗證碼。',
    'zh-HK': '我們絕不會索取你的密碼或驗證碼。',
    'th-TH': 'เราจะไม่ขอรหัสผ่านหรือรหัสยืนยันจากคุณเด็ดขาด',
    'ja-JP': '運営がパスワードや認証コードをお聞きすることは決してありません。',
    'vi-VN': 'Chúng tôi không bao giờ hỏi mật khẩu hay mã xác minh của bạn.',
    'ko-KR': '운영진은 비밀번호나 인증번호를 절대 묻지 않습니다.',
    'de-DE': 'Unser Team fragt Sie nie nach Ihrem Passwort oder einem Bestätigungscode.',
  }),
];
