import { type Config, readConfig } from '../../../server/runtime/config.ts';

/** Throws if a server would not start with these variables. */
export const configOf = (variables: Readonly<Record<string, string>>): Config => {
  const reading = readConfig({ ...variables });
  if (!reading.ok) throw new Error(reading.line);
  return reading.config;
};

const SECRETS = {
  PASSWORD_KEY: 'sixteen byte key',
  RESET_PASSPHRASE: 'a passphrase for tests',
  CODE_SECRET: 'a code secret for tests',
  LOG_LEVEL: 'silent',
};

/** The sandbox configuration of tests without a server process. */
export const testConfig = (): Config =>
  configOf({ ...SECRETS, SANDBOX: '1', WEBHOOK_SECRET: 'a webhook secret for tests' });

/** Variables of a server without SANDBOX=1. */
export const PRODUCTION = {
  ...SECRETS,
  DATABASE_URL: 'postgres://portal@db/portal?sslmode=verify-full',
  GAME_SERVER_URL: 'https://game.example/deliver',
  GAME_SERVER_SECRET: 'the secret of a game server',
  PAYMENT_PROVIDERS: 'acme',
};
