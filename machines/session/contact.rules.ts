/** Where a verification code is sent. */
export type CodeChannel = 'email' | 'phone';

const LONGEST_EMAIL = 254;
const LONGEST_PHONE = 16;

/** Linear patterns behind a length limit, so that long input is cheap. */
const EMAIL = /^[^\s\p{Cc}\p{Cf}@"(),:;<>[\]\\]{1,64}@[\p{L}\p{N}-]{1,63}(?:\.[\p{L}\p{N}-]{1,63})+$/u;
const PHONE = /^\+[1-9]\d{6,14}$/;
const CODE = /^\d{6}$/;

export const isEmail = (text: string): boolean => text.length <= LONGEST_EMAIL && EMAIL.test(text);

/** E.164: a plus sign and 7 to 15 digits, starting with the country code. */
export const isPhoneNumber = (text: string): boolean => text.length <= LONGEST_PHONE && PHONE.test(text);

export const isVerificationCode = (text: string): boolean => CODE.test(text);
