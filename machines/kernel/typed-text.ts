const DIGIT = /\p{Nd}/u;

/** Each script has its ten digits in a row, so the digits before a digit give its value. */
const plainDigit = (digit: string): string => {
  const point = digit.codePointAt(0) ?? 0;
  let before = 0;
  while (DIGIT.test(String.fromCodePoint(point - before - 1))) before += 1;
  return String(before % 10);
};

/** The digits of any script as 0 to 9. */
export const withPlainDigits = (text: string): string => text.replace(/(?![0-9])\p{Nd}/gu, plainDigit);

/** Removes signs without a shape, which come with a copied text: joiners, direction marks, byte order marks, soft hyphens, fillers. */
export const withoutInvisible = (text: string): string => text.replace(/\p{Default_Ignorable_Code_Point}/gu, '');
