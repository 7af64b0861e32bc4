const SECRET_FIELD =
  'input[type="password"], input[type="tel"], input[type="email"], input[autocomplete~="one-time-code"], input[autocomplete~="username"]';

/** What is typed into a field for secrets is one, before any actor hears of it. */
export const rememberTyped = (document: Document, remember: (secret: string) => void): void => {
  document.addEventListener(
    'change',
    ({ target }) => {
      if (target instanceof HTMLInputElement && target.matches(SECRET_FIELD)) remember(target.value);
    },
    { capture: true },
  );
};
