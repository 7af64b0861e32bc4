import type { LocaleRules } from './locale-rules.ts';
import { WRITTEN_UNIT } from './writing-rules.ts';

/** A value with its unit, such as "499 EP", ends with the sound 이피, so the particle after it is known. */
const POINT_VALUE = /\{\{(?:points|missing|balance)\}\}/g;
const UNKNOWN_PARTICLE = /\}\}(?:은|는|이|가|을|를|와|과|으?로)(?=[\s.,]|$)/;
const WRONG_POINT_PARTICLE = /EP(?:은|이|을|과|으로)(?=[\s.,]|$)|EP (?:즉시 )?(?:차감|부족|더 필요)|\}\} 앞으로/;

/** Whether a particle depends on an unknown value, does not fit EP, or is missing after EP. */
const hasWrongParticle = (text: string): boolean => {
  const withUnit = text.replace(POINT_VALUE, 'EP');
  return UNKNOWN_PARTICLE.test(withUnit) || WRONG_POINT_PARTICLE.test(withUnit);
};

export const rules: LocaleRules = {
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
