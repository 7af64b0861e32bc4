import type { LocaleRules } from './locale-rules.ts';
import { CHINESE_IN_PORTAL, CHINESE_SPACING, SIMPLIFIED } from './writing-rules.ts';

export const rules: LocaleRules = {
  script: /\p{Script=Han}/u,
  sentenceEnd: /[。.！]$/,
  never: {
    'words and tone of another market':
      /充值|儲值|服務器|網路|帳號|信息|郵箱|短信|簡訊|默認|餘額|付款方式|隱私|使用者|軟體|登錄|點擊|您|揀|嘅|喺|咗|唔|哋/,
    'misleading or replaced terms':
      /賬|查核|送達|送往|回贈|額外送|逾期|準時付款|到帳|換領禮品碼|在我們手上|知道你是誰|在途中|尚欠|落單|電訊商|無需|訂單編號|搬走|限時之前|原價|要派發的商品|以手機登入|未能取得|伺服器的?回應|連接伺服器|拒絕了這筆|翡翠礁|銀沙|QR 碼|用戶協議|未有收到回應|傳送給客戶服務|再次登入|該/,
    'simplified characters': SIMPLIFIED,
    'Latin letters without a space': CHINESE_SPACING,
  },
  neverInPortal: CHINESE_IN_PORTAL,
};
