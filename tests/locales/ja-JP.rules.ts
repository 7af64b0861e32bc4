import type { LocaleRules } from './locale-rules.ts';
import { TYPEWRITER_MARK, WRITTEN_UNIT } from './writing-rules.ts';

export const rules: LocaleRules = {
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
