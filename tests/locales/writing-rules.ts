/** Letters of the languages without Latin script. */
export const SCRIPTS = [
  ['zh-CN', /\p{Script=Han}/u],
  ['zh-TW', /\p{Script=Han}/u],
  ['zh-HK', /\p{Script=Han}/u],
  ['ja-JP', /[\p{Script=Han}\p{Script=Hiragana}\p{Script=Katakana}]/u],
  ['ko-KR', /\p{Script=Hangul}/u],
  ['th-TH', /\p{Script=Thai}/u],
] as const;

export const ASIAN = /[\p{Script=Han}\p{Script=Hiragana}\p{Script=Katakana}\p{Script=Hangul}\p{Script=Thai}]/u;

/** Each simplified form beside its traditional one, for characters that a portal like this needs. */
export const PAIRS = (
  '账賬 号號 单單 订訂 录錄 储儲 会會 员員 请請 页頁 这這 个個 时時 间間 们們 网網 络絡 务務 维維 护護 发發 货貨 游遊 戏戲 选選 择擇 区區 额額 余餘 点點 帮幫 认認 证證 码碼 复複 链鏈 关關 闭閉 开開 载載 无無 试試 误誤 错錯 启啟 问問 题題 资資 讯訊 权權 联聯 语語 设設 备備 浏瀏 览覽 应應 处處 还還 没沒 过過 动動 钱錢 买買 卖賣 价價 ' +
  '现現 银銀 将將 从從 对對 为為 与與 并並 给給 让讓 东東 车車 书書 见見 觉覺 听聽 说說 读讀 写寫 图圖 画畫 边邊 确確 讨討 论論 领領 换換 礼禮 赠贈 奖獎 励勵 级級 种種 类類 别別 显顯 隐隱 户戶 输輸 长長 击擊 转轉 达達 运運 连連 离離 线線 状狀 态態 进進 历歷 数數 据據 统統 计計 满滿 够夠 报報 该該 仅僅 标標 签籤 项項 预預 随隨 档檔 环環'
).split(' ');
export const SIMPLIFIED = new RegExp(`[${PAIRS.map(([simplified]) => simplified).join('')}]`, 'u');
export const TRADITIONAL = new RegExp(`[${PAIRS.map(([, traditional]) => traditional).join('')}]`, 'u');

/** A half-width punctuation mark after a letter of a language that has full-width marks. */
export const TYPEWRITER_MARK = /[\p{Script=Han}\p{Script=Hiragana}\p{Script=Katakana}][,;:!?.]/u;

export const INFORMAL_GERMAN = /\b(?:du|dir|dich|dein|deine[mnrs]?)\b/i;

/** Terms that a player misreads, or that docs/ui-copy.md has replaced. */
export const REPLACED_TERMS: Readonly<Record<string, RegExp>> = {
  'de-DE':
    /\bNeues\b(?! Passwort)|E-Punkte|Rückvergütung|Kundendienst|\bSupport\b|Dienstleister|Nutzungsvereinbarung|angelegt|Bonuspunkte|vom Server|Mannschaft|Ihre Artikel|nachfragen|Zeit zum Bezahlen|Jaderiff|Silberdüne/i,
  'th-TH': /โบนัสคืน|พอยต์|พอร์ทัล|ถูกออกจากระบบ|การถาม|คำตอบ|เฝ้าดู|ตรวจพบ|ส่งแล้ว|ส่งสำเร็จ|หักค่าบริการ|แนวปะการังหยก|เนินทรายเงิน/,
  'vi-VN':
    /không lấy được|hoàn thưởng|tặng thêm (?:\{|lần|nữa)|tín dụng sao|quá hạn|bị máy chủ|giữ thẻ|đơn thanh toán|bộ phận hỗ trợ|điểm (?:đã mua|thưởng)|tạm đóng|giao tận tay|Rạn Ngọc|Đụn Cát/iu,
};

/** A percent sign that is written incorrectly for the language; German puts a non-breaking space before it. */
export const WRONG_PERCENT: Readonly<Record<string, RegExp>> = {
  'de-DE': /[\d}] ?%/,
  'th-TH': /[\d}]\s%/,
  'vi-VN': /[\d}]\s%/,
};

/** An amount of money; `src/i18n` formats amounts. */
export const WRITTEN_AMOUNT = /[$€¥₫฿]\s?\d|\d\s?(?:[$€¥₫฿]|USD|US-Dollar|ดอลลาร์|đô la)/u;

/** Two sentences, with no punctuation mark after the second one. */
export const OPEN_ENDED = /[.!?] \p{Lu}.*[^.!?…):]$/u;

/** Two German sentences joined by a comma. */
export const COMMA_SPLICE = /, bitte (?:geben|laden|versuchen|wählen) Sie/;

/** A Thai sentence that begins with a number or a Latin name: nothing separates it from the one before. */
export const RUN_ON_THAI = /(?:ของคุณ|ที่ชำระ) (?:\d|E\sPoint)/;

/** Words of one region that read as foreign in another; docs/ui-copy.md has the right ones. */
export const FOREIGN_WORDS: Readonly<Record<string, RegExp>> = {
  'zh-TW':
    /充值|增值|服務器|網絡|賬|帳戶|支付寶|信息|郵箱|二維碼|短信|短訊|默認|結餘|付款方法|私隱|用戶|軟件|視頻|屏幕|點擊|登錄|註銷|你/,
  'zh-HK':
    /充值|儲值|服務器|網路|帳號|信息|郵箱|短信|簡訊|默認|餘額|付款方式|隱私|使用者|軟體|登錄|點擊|您|揀|嘅|喺|咗|唔|哋/,
  'zh-CN': /儲值|增值|伺服器|网路|帐|资讯|连结|视窗|萤幕|登入|你(?!们)|账户/,
  'ja-JP': /課金|入金|アカウト|サーバ(?!ー)|ユーザ(?!ー)|ください(?:ませ)|あなた|君/,
  'ko-KR': /섭(?!니|취|리)|캐쉬|챠지|유저|당신|너의|하십시오|해라/,
  'th-TH': /ครับ|ค่ะ|นะคะ|เซิฟ|เซิร์ฟ(?!เวอร์)|(?<!เ)ท่าน|มึง|เธอ/,
  'vi-VN': /(?<!\p{L})(?:quý khách|tớ|mày|server|account)(?!\p{L})/iu,
};

/** A letter of a script that `tag` is not written in. */
export const hasForeignLetter = (tag: string, text: string): boolean => {
  const own = SCRIPTS.find(([name]) => name === tag)?.[1];
  return [...text].some((letter) => ASIAN.test(letter) && letter !== 'ー' && !own?.test(letter));
};
