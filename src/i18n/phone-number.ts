import { isSupportedCountry, parsePhoneNumberFromString } from 'libphonenumber-js/min';
import { withoutInvisible, withPlainDigits } from '../../machines/kernel/typed-text.ts';

/** `number`: E.164; the bare digits if no number has this length, empty without digits. `shown`: in international form, or null. */
export type PhoneReading = { readonly number: string; readonly shown: string | null };

const LONGEST = 100;

/** Reads a number as it is dialed in `region` (ISO 3166). A number that begins with "+" or "00" names its own country. */
export const readPhoneNumber = (region: string, typed: string): PhoneReading => {
  const text = withPlainDigits(withoutInvisible(typed.slice(0, LONGEST).normalize('NFKC')));
  const dialed = text.replace(/^[^\d+]*00/, '+');
  const number = parsePhoneNumberFromString(
    dialed,
    isSupportedCountry(region) ? { defaultCountry: region } : undefined,
  );
  if (number?.isPossible()) {
    const shown = parsePhoneNumberFromString(number.number)?.formatInternational() ?? number.number;
    return { number: number.number, shown };
  }
  return { number: text.replace(/\D/g, ''), shown: null };
};
