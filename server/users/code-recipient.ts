import { eq } from 'drizzle-orm';
import { isPhoneNumber } from '../../machines/session/contact.rules.ts';
import type { CodeRecipient } from '../codes/code-sending.ts';
import type { Db } from '../db/database.ts';
import { users } from '../db/schema.ts';
import { isKnownDevice } from './login-devices.ts';

/** The account of an e-mail address in lower case or a phone number in E.164. */
export const matchesTarget = (target: string) => eq(isPhoneNumber(target) ? users.phone : users.email, target);

/** Finds the account of an e-mail address or a phone number, and whether this browser has logged in to it. null: no such account. */
export const findCodeRecipient = async (
  db: Db,
  { target, clientId, now }: { readonly target: string; readonly clientId: string; readonly now: Date },
): Promise<(CodeRecipient & { readonly account: string }) | null> => {
  const [user] = await db
    .select({ account: users.account, passwordHash: users.passwordHash })
    .from(users)
    .where(matchesTarget(target));
  if (!user) return null;
  const isKnown = await isKnownDevice(db, { ...user, clientId, now });
  return { ...user, device: isKnown ? clientId : null };
};
