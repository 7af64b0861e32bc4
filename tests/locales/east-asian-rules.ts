/** Rules for Chinese, Japanese and Korean, by tag; docs/ui-copy.md has the reasons. */
type RulesByTag = Readonly<Record<string, RegExp>>;

/** Words that mislead about an order or its money, and words that docs/ui-copy.md replaced. */
export const BANNED_TERMS: RulesByTag = {
  'zh-CN':
    /返利|发货|充值(?:已)?到账|^已到账$|到账内容|数秒到账|支付时间已到|被服务器|原价|现价|盗刷银行卡|请求参数|热点新闻|按相同选择|获取.*失败|翡翠礁|银沙|手机号码|按原支付方式|没有收到响应|响应(?:超时|异常)|最新新闻|被移走/,
  'zh-TW':
    /支付|回饋|付款業者|金流服務商|出貨|^已入帳$|數秒入帳|訂單是否送達|在途中|原價|現在是|拒絕了這筆|沒有這(?:個|則)|要送達的商品|無法取得|伺服器的?回應|連上伺服器|翡翠礁|銀沙|[儲增]值給\s?$|排位|擋下|QR 碼|沒有收到回應|回應內容|最新新聞|以繼續/,
  'zh-HK':
    /賬|回贈|額外送|逾期|準時付款|到帳|換領禮品碼|在我們手上|知道你是誰|在途中|尚欠|落單|電訊商|無需|訂單編號|搬走|限時之前|原價|要派發的商品|以手機登入|未能取得|伺服器的?回應|連接伺服器|拒絕了這筆|翡翠礁|銀沙|QR 碼|用戶協議|未有收到回應|傳送給客戶服務|再次登入|該/,
  'ja-JP':
    /還元|引き落と|保留中|注文が届|お支払いが届|注文を作成|購入分(?!と)|ボーナス分|ウォレット|会社情報|商品をチャージ|チャージする商品|いくつチャージ|熱切れ|を取得できません|サーバー(?:からの応答|から時間内|の応答|に接続)|サポートまで(?<!カスタマーサポートまで)|翡翠|銀の砂|確定してください|応答を受け取れ|ご注文は成立|使われた方法|Eポイントを加算|再送(?!信)|^(?:メール|SMS)で$/,
  'ko-KR':
    /추가 적립|구매분|받는 캐릭터|상품을 충전|충전할 상품|인증 코드|계좌 이체|지갑|요금 결제|결제 대행사|개인정보처리방침|생성|유실|모두 합쳐|선택 안 함|새로 고침|[을를] 불러오는 중$|주문[은을이] (?:그대로 )?보관|보관되어|취소됩니다|돈이 빠져|시각|일제 |[「」]|서버의? 응답|서버에 연결|비취|은빛 모래|적립|(?:하시겠습|계십)니까|결제하지 (?:마세요|말고)|결제를 기다리는|응답을 받지 못해|선택 전$/,
};

/** A percentage has its own plus sign: after a word for "extra", the text says plus twice. */
export const DOUBLE_PLUS = /(?:加[赠贈]|額外送|額外贈送|ボーナス|보너스)\s?\{\{percent\}\}/;

/** Percent and currency signs: a locale writes the unit in words, and the formatter writes the rest. */
export const WRITTEN_AMOUNT = /[%％¥￥₩]|\$\d/;

/** More than one sentence, with no punctuation mark after the last one. */
export const OPEN_END: RulesByTag = {
  'zh-CN': /[。！？].*[^。！？…）：]$|，请[^。！？]*[^。！？：]$/,
  'zh-TW': /[。！？].*[^。！？…）：]$|，請[^。！？]*[^。！？：]$/,
  'zh-HK': /[。！？].*[^。！？…）：]$|，請[^。！？]*[^。！？：]$/,
  'ja-JP': /[。！？].*[^。！？…）：]$/,
  'ko-KR': /[.!?] .*[^.!?…):]$/,
};

/** Messages that are sentences, not headings, and their full stop. */
export const SENTENCE_KEYS = /^(?:errors:|notices:(?!copied$)|\w+:problem\.)/;
export const FULL_STOP = /[。.！]$/;

/** Chinese separates Latin letters and digits with a space, Japanese does not. */
export const LATIN_SPACING: RulesByTag = {
  'zh-CN': /\p{Script=Han}[A-Za-z0-9]|[A-Za-z0-9]\p{Script=Han}/u,
  'zh-TW': /\p{Script=Han}[A-Za-z0-9]|[A-Za-z0-9]\p{Script=Han}/u,
  'zh-HK': /\p{Script=Han}[A-Za-z0-9]|[A-Za-z0-9]\p{Script=Han}/u,
  'ja-JP':
    /[\p{Script=Han}\p{Script=Hiragana}\p{Script=Katakana}ー] [A-Za-z0-9{]|[A-Za-z0-9}] [\p{Script=Han}\p{Script=Hiragana}\p{Script=Katakana}]/u,
};

/** The name of the balance in Chinese, with a space at which a line can break. */
export const BREAKABLE_NAME = /\bE [点點]/;

/** A value with its unit, such as "499 EP", ends with the sound 이피, so the particle after it is known. */
const POINT_VALUE = /\{\{(?:points|missing|balance)\}\}/g;
const UNKNOWN_PARTICLE = /\}\}(?:은|는|이|가|을|를|와|과|으?로)(?=[\s.,]|$)/;
const WRONG_POINT_PARTICLE = /EP(?:은|이|을|과|으로)(?=[\s.,]|$)|EP (?:즉시 )?(?:차감|부족|더 필요)|\}\} 앞으로/;

/** Whether a particle depends on an unknown value, does not fit EP, or is missing after EP. */
export const hasWrongParticle = (text: string): boolean => {
  const withUnit = text.replace(POINT_VALUE, 'EP');
  return UNKNOWN_PARTICLE.test(withUnit) || WRONG_POINT_PARTICLE.test(withUnit);
};

/** Requests are 〜해 주세요. */
export const BLUNT_REQUEST = /(?:입력|복사|결제|선택|확인|시도)하세요/;
