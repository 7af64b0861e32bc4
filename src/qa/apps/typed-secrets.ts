const SECRET_FIELD =
  'input[type="password"], input[type="tel"], input[type="email"], input[autocomplete~="one-time-code"], input[autocomplete~="username"]';

/** Registers text typed into secret fields before any actor receives it. */
export const rememberTyped = (document: Document, remember: (secret: string) => void): void => {
  document.addEventListener(
    'change',
    ({ target }) => {
      if (target instanceof HTMLInputElement && target.matches(SECRET_FIELD)) remember(target.value);
    },
    { capture: true },
  );
};
