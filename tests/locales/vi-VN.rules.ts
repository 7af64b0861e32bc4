import type { LocaleRules } from './locale-rules.ts';
import { WRITTEN_AMOUNT } from './writing-rules.ts';

export const rules: LocaleRules = {
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
