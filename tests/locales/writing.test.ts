import { describe, expect, test } from 'vitest';
import { localeFiles, SOURCE, type Texts } from './locale-files.ts';

const none: Texts = new Map();
const textsOf = (tag: string): Texts => localeFiles.get(tag) ?? none;
const found = (tag: string, pattern: RegExp): [string, string][] =>
  [...textsOf(tag)].filter(([, text]) => pattern.test(text));

/** Latin words that belong into a text of another script: names, and abbreviations that the language itself uses. */
const LATIN_NAMES =
  /\{\{\w+\}\}|Aurora Gate|Facebook|Google|Apple|App Store|E\sPoints?|EP\b|UID|ID\b|QR|OK|PayPal|USD?|CSV|iOS|Android|PC\b|UTC|SMS|E(?=\s?[點点])|E(?=ポイント|포인트)/g;

const SCRIPTS = [
  ['zh-CN', /\p{Script=Han}/u],
  ['zh-TW', /\p{Script=Han}/u],
  ['zh-HK', /\p{Script=Han}/u],
  ['ja-JP', /[\p{Script=Han}\p{Script=Hiragana}\p{Script=Katakana}]/u],
  ['ko-KR', /\p{Script=Hangul}/u],
  ['th-TH', /\p{Script=Thai}/u],
] as const;

const ASIAN = /[\p{Script=Han}\p{Script=Hiragana}\p{Script=Katakana}\p{Script=Hangul}\p{Script=Thai}]/u;

describe.each(SCRIPTS)('I18N-01 · %s is written in its own script', (tag, script) => {
  test('no foreign word is left over', () => {
    const latin = [...textsOf(tag)].filter(([, text]) => /[A-Za-z]/.test(text.replace(LATIN_NAMES, '')));
    expect(latin).toEqual([]);
  });

  test('no letter of another Asian script slips in', () => {
    const mixed = [...textsOf(tag)].filter(([, text]) =>
      [...text].some((letter) => ASIAN.test(letter) && !script.test(letter) && letter !== 'ー'),
    );
    expect(mixed).toEqual([]);
  });
});

test.each(['en-US', 'de-DE', 'vi-VN'])('I18N-01 · %s is written in Latin letters', (tag) => {
  expect(found(tag, ASIAN)).toEqual([]);
});

/** Each simplified form beside its traditional one, for characters that a portal like this needs. */
const PAIRS = (
  '账賬 号號 单單 订訂 录錄 储儲 会會 员員 请請 页頁 这這 个個 时時 间間 们們 网網 络絡 务務 维維 护護 发發 货貨 游遊 戏戲 选選 择擇 区區 额額 余餘 点點 帮幫 认認 证證 码碼 复複 链鏈 关關 闭閉 开開 载載 无無 试試 误誤 错錯 启啟 问問 题題 资資 讯訊 权權 联聯 语語 设設 备備 浏瀏 览覽 应應 处處 还還 没沒 过過 动動 钱錢 买買 卖賣 价價 ' +
  '现現 银銀 将將 从從 对對 为為 与與 并並 给給 让讓 东東 车車 书書 见見 觉覺 听聽 说說 读讀 写寫 图圖 画畫 边邊 确確 讨討 论論 领領 换換 礼禮 赠贈 奖獎 励勵 级級 种種 类類 别別 显顯 隐隱 户戶 输輸 长長 击擊 转轉 达達 运運 连連 离離 线線 状狀 态態 进進 历歷 数數 据據 统統 计計 满滿 够夠 报報 该該 仅僅 标標 签籤 项項 预預 随隨 档檔 环環'
).split(' ');
const SIMPLIFIED = new RegExp(`[${PAIRS.map(([simplified]) => simplified).join('')}]`, 'u');
const TRADITIONAL = new RegExp(`[${PAIRS.map(([, traditional]) => traditional).join('')}]`, 'u');

test('I18N-01 · Taiwan and Hong Kong read traditional characters, the mainland simplified ones', () => {
  expect(found('zh-TW', SIMPLIFIED)).toEqual([]);
  expect(found('zh-HK', SIMPLIFIED)).toEqual([]);
  expect(found('zh-CN', TRADITIONAL)).toEqual([]);
});

test.each(['zh-CN', 'zh-TW', 'zh-HK', 'ja-JP'])('I18N-01 · %s has its own punctuation', (tag) => {
  expect(found(tag, /[\p{Script=Han}\p{Script=Hiragana}\p{Script=Katakana}][,;:!?.]/u)).toEqual([]);
});

/** Words of one region that a reader of another stumbles over; docs/ui-copy.md has the right ones. */
const FOREIGN_WORDS: Readonly<Record<string, RegExp>> = {
  'zh-TW':
    /充值|增值|服務器|網絡|賬|帳戶|支付寶|信息|郵箱|二維碼|短信|短訊|默認|結餘|付款方法|私隱|用戶|軟件|視頻|屏幕|點擊|登錄|註銷|你/,
  'zh-HK':
    /充值|儲值|服務器|網路|帳號|信息|郵箱|短信|簡訊|默認|餘額|付款方式|隱私|使用者|軟體|登錄|點擊|您|揀|嘅|喺|咗|唔|哋/,
  'zh-CN': /儲值|增值|伺服器|网路|帐|资讯|连结|视窗|萤幕|登入|你(?!们)|账户/,
  'ja-JP': /課金|入金|アカウト|サーバ(?!ー)|ユーザ(?!ー)|ください(?:ませ)|あなた|君/,
  'ko-KR': /섭(?!니|취|리)|캐쉬|챠지|유저|당신|너의|하십시오|해라/,
  'th-TH': /ครับ|ค่ะ|นะคะ|เซิฟ|เซิร์ฟ(?!เวอร์)|ท่าน|มึง|เธอ/,
  'vi-VN': /(?<!\p{L})(?:quý khách|tớ|mày|server|account)(?!\p{L})/iu,
};

test.each(Object.entries(FOREIGN_WORDS))('I18N-01 · %s keeps to the words and the tone of its market', (tag, words) => {
  expect(found(tag, words)).toEqual([]);
});

test('I18N-01 · de-DE · the player is addressed formally', () => {
  expect(found('de-DE', /\b(?:du|dir|dich|dein|deine[mnrs]?)\b/i)).toEqual([]);
});

test('de-DE · three dots keep their distance from the word', () => {
  expect(found('de-DE', /[^\u00a0]…/)).toEqual([]);
});

const differing = (one: string, other: string): number => {
  const others = textsOf(other);
  const keys = [...textsOf(one).keys()];
  return keys.filter((key) => textsOf(one).get(key) !== others.get(key)).length / keys.length;
};

test('I18N-01 · Hong Kong is no copy of Taiwan, and neither is a script conversion of the mainland', () => {
  expect(differing('zh-HK', 'zh-TW')).toBeGreaterThan(0.6);
  const toSimplified = new Map(PAIRS.map(([simplified = '', traditional = '']) => [traditional, simplified]));
  const converted = (text: string): string => [...text].map((letter) => toSimplified.get(letter) ?? letter).join('');
  for (const tag of ['zh-TW', 'zh-HK']) {
    const same = [...textsOf(tag)].filter(([key, text]) => converted(text) === textsOf('zh-CN').get(key));
    expect(same.length / textsOf(tag).size).toBeLessThan(0.3);
  }
});

test('the source is plain American English', () => {
  expect(found(SOURCE, /\b(?:colour|favour|cancelled|cheque|organis|recognis|whilst|e-mail)\b/i)).toEqual([]);
});
