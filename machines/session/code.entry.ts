import { withPlainDigits } from '../kernel/plain-digits.ts';
import { withoutInvisible } from '../kernel/typed-text.ts';

/** A code in a longer text is not searched. */
const LONGEST = 1_000;

/** The six digits of a code, also in a sentence: "Your code is 123456", "G-123 456", or digits of another script. */
export const readCode = (typed: string): string => {
  const text = withPlainDigits(withoutInvisible(typed.slice(0, LONGEST)).normalize('NFKC'));
  const whole = text.match(/\d+/g)?.find((run) => run.length === 6);
  const halves = /(?:^|\D)(\d{3})[\s-](\d{3})(?!\d)/.exec(text);
  return whole ?? (halves ? `${halves[1]}${halves[2]}` : text.replace(/\D/g, '').slice(0, 6));
};
