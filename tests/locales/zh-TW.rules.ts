import type { LocaleRules } from './locale-rules.ts';
import { CHINESE_IN_PORTAL, CHINESE_SPACING, SIMPLIFIED } from './writing-rules.ts';

export const rules: LocaleRules = {
  script: /\p{Script=Han}/u,
  sentenceEnd: /[。.！]$/,
  never: {
    'words and tone of another market':
      /充值|增值|服務器|網絡|賬|帳戶|支付寶|信息|郵箱|二維碼|短信|短訊|默認|結餘|付款方法|私隱|用戶|軟件|視頻|屏幕|點擊|登錄|註銷|你/,
    'misleading or replaced terms':
      /支付|送達|新聞|回饋|付款業者|金流服務商|出貨|^已入帳$|數秒入帳|訂單是否送達|在途中|原價|現在是|拒絕了這筆|沒有這(?:個|則)|要送達的商品|無法取得|伺服器的?回應|連上伺服器|翡翠礁|銀沙|[儲增]值給\s?$|排位|擋下|QR 碼|沒有收到回應|回應內容|以繼續/,
    'simplified characters': SIMPLIFIED,
    'Latin letters without a space': CHINESE_SPACING,
  },
  neverInPortal: CHINESE_IN_PORTAL,
};
