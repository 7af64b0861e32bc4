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

/** Chinese separates Latin letters and digits with a space. */
export const CHINESE_SPACING = /\p{Script=Han}[A-Za-z0-9]|[A-Za-z0-9]\p{Script=Han}/u;

/** An amount of money; `src/i18n` formats amounts. */
export const WRITTEN_AMOUNT = /[$€¥₫฿]\s?\d|\d\s?(?:[$€¥₫฿]|USD|US-Dollar|ดอลลาร์|đô la)/u;

/** Percent and currency signs: a locale writes the unit in words, and the formatter writes the rest. */
export const WRITTEN_UNIT = /[%％¥￥₩]|\$\d/;

/** What no text of the portal contains, in either script of Chinese. */
export const CHINESE_IN_PORTAL = {
  'a percentage or an amount of money': WRITTEN_UNIT,
  'a second plus before a percentage': /(?:加[赠贈]|額外送|額外贈送)\s?\{\{percent\}\}/,
  'a half-width mark after a full-width letter': TYPEWRITER_MARK,
  'several sentences without a mark at the end': /[。！？].*[^。！？…）：]$|，[请請][^。！？]*[^。！？：]$/,
};
