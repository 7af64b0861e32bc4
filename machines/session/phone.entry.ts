import { withPlainDigits } from '../kernel/typed-text.ts';

/** A region (ISO 3166) and its calling code. Regions that share a code are sorted by population. */
export type Country = { readonly region: string; readonly callingCode: string };

/** Sorted by calling code. */
export const COUNTRIES: readonly Country[] = (
  'US1 CA1 RU7 KZ7 EG20 ZA27 GR30 NL31 BE32 FR33 ES34 HU36 IT39 RO40 CH41 AT43 GB44 DK45 SE46 NO47 PL48 DE49 PE51 MX52 ' +
  'AR54 BR55 CL56 CO57 VE58 MY60 AU61 ID62 PH63 NZ64 SG65 TH66 JP81 KR82 VN84 CN86 TR90 IN91 PK92 LK94 MM95 MA212 NG234 ' +
  'KE254 PT351 IE353 FI358 BG359 LT370 LV371 EE372 UA380 RS381 HR385 SI386 CZ420 SK421 HK852 MO853 KH855 LA856 BD880 TW886 ' +
  'LB961 JO962 KW965 SA966 AE971 IL972 QA974 MN976 NP977'
)
  .split(' ')
  .map((entry) => ({ region: entry.slice(0, 2), callingCode: entry.slice(2) }));

const FIRST = { region: 'US', callingCode: '1' } as const satisfies Country;

/** The first country in a list of language tags (`de-AT`, `zh-Hant-TW`); the United States if there is none. */
export const countryOf = (tags: readonly string[]): Country => {
  for (const tag of tags) {
    const region = /-([A-Z]{2})(?:-|$)/i.exec(tag)?.[1]?.toUpperCase();
    const country = COUNTRIES.find((known) => known.region === region);
    if (country) return country;
  }
  return FIRST;
};

/** Italian numbers keep their leading zero. */
const KEEP_ZERO_CODE = '39';

const digitsOf = (text: string): string => text.replace(/\D/g, '');

/**
 * Converts input to E.164 without the rules of each country, for as long as their library is not loaded. International numbers ("+49…", "0049…") keep their calling code and lose a trunk zero in parentheses
 * ("+49 (0)30"); others get `callingCode` and lose their trunk zero. Empty for input without digits.
 */
export const toPhoneNumber = (callingCode: string, typed: string): string => {
  const text = withPlainDigits(typed.slice(0, 40).normalize('NFKC'));
  const digits = digitsOf(text);
  if (digits === '') return '';
  const prefix = /^[^\d+]*\+/.test(text) ? '' : '00';
  if (digits.startsWith(prefix)) {
    const number = digits.slice(prefix.length);
    return `+${number.startsWith(KEEP_ZERO_CODE) ? number : digitsOf(text.replace('(0)', '')).slice(prefix.length)}`;
  }
  return `+${callingCode}${callingCode === KEEP_ZERO_CODE ? digits : digits.replace(/^0+/, '')}`;
};
