export const DEMO_BUILD: Readonly<
  Record<'VITE_LOGGER_KEY' | 'VITE_PASSWORD_KEY' | 'VITE_RESET_PASSPHRASE' | 'VITE_SANDBOX', string>
>;
export const DEMO_SERVER: Readonly<
  Record<'SANDBOX' | 'LOGGER_KEY' | 'PASSWORD_KEY' | 'RESET_PASSPHRASE' | 'WEBHOOK_SECRET', string>
>;
