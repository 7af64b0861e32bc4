import type { LocaleRules } from './locale-rules.ts';
import { CHINESE_IN_PORTAL, CHINESE_SPACING, TRADITIONAL } from './writing-rules.ts';

export const rules: LocaleRules = {
  script: /\p{Script=Han}/u,
  sentenceEnd: /[。.！]$/,
  never: {
    'words and tone of another market': /儲值|增值|伺服器|网路|帐|连结|视窗|萤幕|登入|你(?!们)|账户/,
    'misleading or replaced terms':
      /返利|发货|充值(?:已)?到账|^已到账$|到账内容|数秒到账|支付时间已到|被服务器|原价|现价|盗刷银行卡|请求参数|新闻|按相同选择|获取.*失败|翡翠礁|银沙|手机号码|按原支付方式|没有收到响应|响应(?:超时|异常)|被移走/,
    'traditional characters': TRADITIONAL,
    'Latin letters without a space': CHINESE_SPACING,
  },
  neverInPortal: CHINESE_IN_PORTAL,
};
