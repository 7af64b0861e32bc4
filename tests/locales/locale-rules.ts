import type { LocaleTag } from '../../src/contract/locales.ts';
import type { SOURCE } from './locale-files.ts';

type Mistake = RegExp | ((text: string) => boolean);

/** What the tests know about a language that English is translated into. */
type LocaleRules = {
  /** Letters of a language that is not written in Latin ones. */
  readonly script: RegExp | 'latin';
  /** Texts that are the same in English. */
  readonly loanwords?: readonly string[];
  /** How errors and notices end. */
  readonly sentenceEnd?: RegExp;
  /** What no text has, by name. */
  readonly never: Readonly<Record<string, Mistake>>;
  /** What no text of the portal has. Texts of the server may. */
  readonly neverInPortal: Readonly<Record<string, Mistake>>;
};

export const ASIAN = /[\p{Script=Han}\p{Script=Hiragana}\p{Script=Katakana}\p{Script=Hangul}\p{Script=Thai}]/u;

/** Each simplified form beside its traditional one, for characters that a portal like this needs. */
export const PAIRS = (
  '账賬 号號 单單 订訂 录錄 储儲 会會 员員 请請 页頁 这這 个個 时時 间間 们們 网網 络絡 务務 维維 护護 发發 货貨 游遊 戏戲 选選 择擇 区區 额額 余餘 点點 帮幫 认認 证證 码碼 复複 链鏈 关關 闭閉 开開 载載 无無 试試 误誤 错錯 启啟 问問 题題 资資 讯訊 权權 联聯 语語 设設 备備 浏瀏 览覽 应應 处處 还還 没沒 过過 动動 钱錢 买買 卖賣 价價 ' +
  '现現 银銀 将將 从從 对對 为為 与與 并並 给給 让讓 东東 车車 书書 见見 觉覺 听聽 说說 读讀 写寫 图圖 画畫 边邊 确確 讨討 论論 领領 换換 礼禮 赠贈 奖獎 励勵 级級 种種 类類 别別 显顯 隐隱 户戶 输輸 长長 击擊 转轉 达達 运運 连連 离離 线線 状狀 态態 进進 历歷 数數 据據 统統 计計 满滿 够夠 报報 该該 仅僅 标標 签籤 项項 预預 随隨 档檔 环環'
).split(' ');
const SIMPLIFIED = new RegExp(`[${PAIRS.map(([simplified]) => simplified).join('')}]`, 'u');
const TRADITIONAL = new RegExp(`[${PAIRS.map(([, traditional]) => traditional).join('')}]`, 'u');

/** A half-width punctuation mark after a letter of a language that has full-width marks. */
const TYPEWRITER_MARK = /[\p{Script=Han}\p{Script=Hiragana}\p{Script=Katakana}][,;:!?.]/u;

/** Chinese separates Latin letters and digits with a space. */
const CHINESE_SPACING = /\p{Script=Han}[A-Za-z0-9]|[A-Za-z0-9]\p{Script=Han}/u;

/** An amount of money; `src/i18n` formats amounts. */
const WRITTEN_AMOUNT = /[$€¥₫฿]\s?\d|\d\s?(?:[$€¥₫฿]|USD|US-Dollar|ดอลลาร์|đô la)/u;

/** Percent and currency signs: a locale writes the unit in words, and the formatter writes the rest. */
const WRITTEN_UNIT = /[%％¥￥₩]|\$\d/;

/** What no text of the portal contains, in either script of Chinese. */
const CHINESE_IN_PORTAL = {
  'a percentage or an amount of money': WRITTEN_UNIT,
  'a second plus before a percentage': /(?:加[赠贈]|額外送|額外贈送)\s?\{\{percent\}\}/,
  'a half-width mark after a full-width letter': TYPEWRITER_MARK,
  'several sentences without a mark at the end': /[。！？].*[^。！？…）：]$|，[请請][^。！？]*[^。！？：]$/,
};

const GERMAN: LocaleRules = {
  script: 'latin',
  loanwords: [
    'Bonus',
    'Code',
    'Details',
    'Event',
    'Events',
    'Guide',
    'Guides',
    'News',
    'OK',
    'Server',
    'Status',
    'System',
  ],
  sentenceEnd: /\.$/,
  never: {
    'misleading or replaced terms':
      /\bNeues\b(?! Passwort)|E-Punkte|Artikel|Rückvergütung|Kundendienst|\bSupport\b|Dienstleister|Nutzungsvereinbarung|angelegt|Bonuspunkte|vom Server|Mannschaft|Ihre Artikel|nachfragen|Zeit zum Bezahlen|Jaderiff|Silberdüne/i,
    'the name of the balance without its non-breaking hyphen': /\bE[-\s]Point/,
    'a percent sign that is spaced incorrectly': /[\d}] ?%/,
    'an informal address': /\b(?:du|dir|dich|dein|deine[mnrs]?)\b/i,
  },
  neverInPortal: {
    'an amount of money': WRITTEN_AMOUNT,
    'several sentences without a mark at the end': /[.!?] \p{Lu}.*[^.!?…):]$/u,
    'two sentences that a comma joins': /, bitte (?:geben|laden|versuchen|wählen) Sie/,
    'an ellipsis without a non-breaking space': /[^\u00a0]…/,
  },
};

const JAPANESE: LocaleRules = {
  script: /[\p{Script=Han}\p{Script=Hiragana}\p{Script=Katakana}]/u,
  loanwords: ['OK'],
  sentenceEnd: /[。.！]$/,
  never: {
    'words and tone of another market': /課金|入金|アカウト|サーバ(?!ー)|ユーザ(?!ー)|ください(?:ませ)|あなた|君/,
    'misleading or replaced terms':
      /還元|付与|不成立|引き落と|保留中|注文が届|お支払いが届|注文を作成|購入分(?!と)|ボーナス分|ウォレット|会社情報|商品をチャージ|チャージする商品|いくつチャージ|熱切れ|を取得できません|サーバー(?:からの応答|から時間内|の応答|に接続)|サポートまで(?<!カスタマーサポートまで)|翡翠|銀の砂|確定してください|応答を受け取れ|ご注文は成立|使われた方法|Eポイントを加算|再送(?!信)|^(?:メール|SMS)で$/,
    'Latin letters with a space':
      /[\p{Script=Han}\p{Script=Hiragana}\p{Script=Katakana}ー] [A-Za-z0-9{]|[A-Za-z0-9}] [\p{Script=Han}\p{Script=Hiragana}\p{Script=Katakana}]/u,
  },
  neverInPortal: {
    'a percentage or an amount of money': WRITTEN_UNIT,
    'a second plus before a percentage': /ボーナス\s?\{\{percent\}\}/,
    'a half-width mark after a full-width letter': TYPEWRITER_MARK,
    'several sentences without a mark at the end': /[。！？].*[^。！？…）：]$/,
  },
};

/** A value with its unit, such as "499 EP", ends with the sound 이피, so the particle after it is known. */
const POINT_VALUE = /\{\{(?:points|missing|balance)\}\}/g;
const UNKNOWN_PARTICLE = /\}\}(?:은|는|이|가|을|를|와|과|으?로)(?=[\s.,]|$)/;
const WRONG_POINT_PARTICLE = /EP(?:은|이|을|과|으로)(?=[\s.,]|$)|EP (?:즉시 )?(?:차감|부족|더 필요)|\}\} 앞으로/;

/** Whether a particle depends on an unknown value, does not fit EP, or is missing after EP. */
const hasWrongParticle = (text: string): boolean => {
  const withUnit = text.replace(POINT_VALUE, 'EP');
  return UNKNOWN_PARTICLE.test(withUnit) || WRONG_POINT_PARTICLE.test(withUnit);
};

const KOREAN: LocaleRules = {
  script: /\p{Script=Hangul}/u,
  sentenceEnd: /[。.！]$/,
  never: {
    'words and tone of another market': /섭(?!니|취|리)|캐쉬|챠지|유저|당신|너의|하십시오|해라/,
    'misleading or replaced terms':
      /추가 적립|구매분|받는 캐릭터|상품을 충전|충전할 상품|인증 코드|계좌 이체|지갑|요금 결제|결제 대행사|개인정보처리방침|생성|유실|모두 합쳐|선택 안 함|새로 고침|[을를] 불러오는 중$|주문[은을이] (?:그대로 )?보관|보관되어|취소됩니다|돈이 빠져|시각|일제 |[「」]|서버의? 응답|서버에 연결|비취|은빛 모래|적립(?:하|되|됐|했)|(?:하시겠습|계십)니까|결제하지 (?:마세요|말고)|결제를 기다리는|응답을 받지 못해|선택 전$/,
  },
  neverInPortal: {
    'a percentage or an amount of money': WRITTEN_UNIT,
    'a second plus before a percentage': /보너스\s?\{\{percent\}\}/,
    'several sentences without a mark at the end': /[.!?] .*[^.!?…):]$/,
    'a blunt request': /(?:입력|복사|결제|선택|확인|시도)하세요/,
    'a wrong particle': hasWrongParticle,
  },
};

const THAI: LocaleRules = {
  script: /\p{Script=Thai}/u,
  never: {
    'words and tone of another market': /ครับ|ค่ะ|นะคะ|เซิฟ|เซิร์ฟ(?!เวอร์)|(?<!เ)ท่าน|มึง|เธอ/,
    'misleading or replaced terms':
      /โบนัสคืน|พอยต์|พอร์ทัล|ถูก(?:นำ)?ออกจากระบบ|ออฟไลน์|สร้างคำสั่งซื้อ|การถาม|คำตอบ|เฝ้าดู|ตรวจพบ|ส่งแล้ว|ส่งสำเร็จ|หักค่าบริการ|แนวปะการังหยก|เนินทรายเงิน/,
    'a request that orders the player about, except where money is concerned':
      /โปรด(?!อย่า|ชำระเงินก่อน|ส่งข้อมูลคำสั่งซื้อ|ติดต่อ|เปิดหน้านี้ไว้|เติมก่อนหมดเวลา|ตรวจสอบ|ยืนยัน|สั่งซื้อใหม่)/,
    'a percent sign that is spaced incorrectly': /[\d}]\s%/,
    'a sentence that runs into the next one: it begins with a number or a Latin name':
      /(?:ของคุณ|ที่ชำระ) (?:\d|E\sPoint)/,
  },
  neverInPortal: {
    'an amount of money': WRITTEN_AMOUNT,
  },
};

const VIETNAMESE: LocaleRules = {
  script: 'latin',
  loanwords: ['Game'],
  sentenceEnd: /\.$/,
  never: {
    'words and tone of another market': /(?<!\p{L})(?:quý khách|tớ|mày|server|account)(?!\p{L})/iu,
    'misleading or replaced terms':
      /không lấy được|hoàn thưởng|tặng thêm (?:\{|lần|nữa)|đã giao|được giao|đang giao|(?<!phần )thưởng|thỏa thuận người dùng|ngoại tuyến|tín dụng sao|quá hạn|bị máy chủ|giữ thẻ|đơn thanh toán|bộ phận hỗ trợ|điểm (?:đã mua|thưởng)|tạm đóng|giao tận tay|Rạn Ngọc|Đụn Cát/iu,
    'a percent sign that is spaced incorrectly': /[\d}]\s%/,
  },
  neverInPortal: {
    'an amount of money': WRITTEN_AMOUNT,
    'several sentences without a mark at the end': /[.!?] \p{Lu}.*[^.!?…):]$/u,
  },
};

const MAINLAND_CHINESE: LocaleRules = {
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

const HONG_KONG_CHINESE: LocaleRules = {
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

const TAIWAN_CHINESE: LocaleRules = {
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

const RULES: Readonly<Record<Exclude<LocaleTag, typeof SOURCE>, LocaleRules>> = {
  'de-DE': GERMAN,
  'ja-JP': JAPANESE,
  'ko-KR': KOREAN,
  'th-TH': THAI,
  'vi-VN': VIETNAMESE,
  'zh-CN': MAINLAND_CHINESE,
  'zh-HK': HONG_KONG_CHINESE,
  'zh-TW': TAIWAN_CHINESE,
};

export const TRANSLATIONS = Object.entries(RULES);

export const isMistaken = (mistake: Mistake, text: string): boolean =>
  typeof mistake === 'function' ? mistake(text) : mistake.test(text);
