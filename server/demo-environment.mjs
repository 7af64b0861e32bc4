/** Keys of the local demo, for `npm start` and tests. A publisher sets its own; a production build without keys is rejected. */
export const DEMO_BUILD = {
  VITE_PASSWORD_KEY: 'demo-key-16bytes',
  VITE_RESET_PASSPHRASE: 'demo passphrase for codes and resets',
  VITE_LOGGER_KEY: 'demo key of analytics',
  VITE_SANDBOX: '1',
  VITE_CODES: 'server/runtime/codes.json',
};

export const DEMO_SERVER = {
  SANDBOX: '1',
  PASSWORD_KEY: DEMO_BUILD.VITE_PASSWORD_KEY,
  RESET_PASSPHRASE: DEMO_BUILD.VITE_RESET_PASSPHRASE,
  LOGGER_KEY: DEMO_BUILD.VITE_LOGGER_KEY,
  WEBHOOK_SECRET: 'demo webhook secret, known to everyone',
  CODE_SECRET: 'demo code secret, known to everyone',
};
