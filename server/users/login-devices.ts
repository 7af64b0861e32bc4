import { and, eq, gt } from 'drizzle-orm';
import type { Db } from '../db/database.ts';
import { loginDevices, type User } from '../db/schema.ts';
import { bucketOf } from '../runtime/attempts.ts';

export const DEVICE_LIFE_MS = 180 * 24 * 3_600_000;
/** Shorter ids could be guessed. The portal creates a random UUID per browser. */
const MIN_LENGTH = 16;

/** `passwordHash`: the current one of the account. */
type Device = Pick<User, 'account' | 'passwordHash'> & { readonly clientId: string; readonly now: Date };

/** A new password makes every device unknown, including the device of a stranger who had the old one. */
const hashOf = ({ account, passwordHash, clientId }: Device): string =>
  bucketOf('device', JSON.stringify([account, passwordHash, clientId]));

/** Whether this browser has logged in to this account within 180 days. */
export const isKnownDevice = async (db: Db, device: Device): Promise<boolean> => {
  if (device.clientId.length < MIN_LENGTH) return false;
  const since = new Date(device.now.getTime() - DEVICE_LIFE_MS);
  const rows = await db
    .select({ seenAt: loginDevices.seenAt })
    .from(loginDevices)
    .where(and(eq(loginDevices.deviceHash, hashOf(device)), gt(loginDevices.seenAt, since)));
  return rows.length > 0;
};

export const rememberDevice = async (db: Db, device: Device): Promise<void> => {
  if (device.clientId.length < MIN_LENGTH) return;
  await db
    .insert(loginDevices)
    .values({ deviceHash: hashOf(device), seenAt: device.now })
    .onConflictDoUpdate({ target: loginDevices.deviceHash, set: { seenAt: device.now } });
};
