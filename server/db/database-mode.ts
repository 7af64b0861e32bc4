import { eq } from 'drizzle-orm';
import type { Db } from './database.ts';
import { settings, users } from './schema.ts';

type Mode = 'sandbox' | 'production';

const NAME = 'database-mode';

const PROBLEM: Readonly<Record<Mode, string>> = {
  sandbox:
    'Database: it belongs to a sandbox, whose accounts have a public password. Without SANDBOX=1, set DATABASE_URL or DATA_DIR to a different database.',
  production:
    'Database: it belongs to a production server. With SANDBOX=1, set DATABASE_URL or DATA_DIR to a different database.',
};

/** The mode of a database of an earlier release, which stored none; null: it has no accounts. */
const guessMode = async (db: Db, demoAccount: string): Promise<Mode | null> => {
  if (await db.$count(users, eq(users.account, demoAccount))) return 'sandbox';
  const [someone] = await db.select({ userId: users.userId }).from(users).limit(1);
  return someone ? 'production' : null;
};

/**
 * Binds a database to the sandbox or to production at the first start. Returns one line that says why a server of this mode must not use
 * it, or null. A sandbox would deliver real orders to its own game; a production server would accept the demo account.
 */
export const claimMode = async (
  db: Db,
  { isSandbox, demoAccount }: { readonly isSandbox: boolean; readonly demoAccount: string },
): Promise<string | null> => {
  const mode: Mode = isSandbox ? 'sandbox' : 'production';
  const [known] = await db.select({ value: settings.value }).from(settings).where(eq(settings.name, NAME));
  if (!known) {
    const value = (await guessMode(db, demoAccount)) ?? mode;
    await db.insert(settings).values({ name: NAME, value }).onConflictDoNothing();
  }
  const [bound] = await db.select({ value: settings.value }).from(settings).where(eq(settings.name, NAME));
  return bound?.value === mode ? null : PROBLEM[mode === 'sandbox' ? 'production' : 'sandbox'];
};
