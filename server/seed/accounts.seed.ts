import { randomInt } from 'node:crypto';
import { eq } from 'drizzle-orm';
import type { Db } from '../db/database.ts';
import { users } from '../db/schema.ts';
import type { Points } from '../ledger/posting.ts';
import { type Account, createAccount, type NewRole } from '../users/account.ts';
import { hashPassword, PUBLIC_PASSWORD_COST } from '../users/password-hash.ts';
import { LANTERN_ISLES } from './games.seed.ts';

export const DEMO = {
  account: 'demo',
  password: 'Demo-1234',
  email: 'demo@players.example',
  phone: '+12025550123',
  userId: 'demo',
  gameAccountId: '1000000001',
} as const;

/**
 * Two roles are on the first server, so that the player has a choice. One role id is used on two servers because it is unique only
 * within a server.
 */
const rolesFrom = (number: number): readonly NewRole[] => [
  { serverId: '101', roleId: String(number), roleName: 'Aldric Vane' },
  { serverId: '102', roleId: String(number + 1), roleName: '云中君' },
  { serverId: '103', roleId: String(number), roleName: 'สายลมเหนือ' },
  { serverId: '101', roleId: String(number + 2), roleName: 'Ysolde Marr' },
];

const FIRST_ROLE = 70_010_001;

const player = { nickname: 'Aldric', gameId: LANTERN_ISLES.gameId };

const TEST_POINTS: Points = { basic: 1_200, present: 350 };

const hashOfDemoPassword = (): Promise<string> => hashPassword(DEMO.password, PUBLIC_PASSWORD_COST);

/** Creates the demo account without E Points, which orders.seed.ts adds. Returns null if it exists. */
export const createDemoAccount = async (db: Db, createdAt: Date): Promise<Account | null> => {
  const { password, ...demo } = DEMO;
  if ((await db.$count(users, eq(users.userId, demo.userId))) > 0) return null;
  const passwordHash = await hashOfDemoPassword();
  return createAccount(db, {
    ...player,
    ...demo,
    points: { basic: 0, present: 0 },
    passwordHash,
    roles: rolesFrom(FIRST_ROLE),
    createdAt,
  });
};

export type TestAccount = Account &
  Readonly<Record<'account' | 'password' | 'email' | 'phone', string>> & { readonly roles: readonly NewRole[] };

/** Creates an account for one test: the demo account's password and roles, its own name and ids, no orders. */
export const createTestAccount = async (
  db: Db,
  createdAt: Date,
  points: Points = TEST_POINTS,
): Promise<TestAccount> => {
  const number = randomInt(1e8, 1e9 - 1) * 10;
  const own = {
    account: `tester-${number}`,
    email: `tester-${number}@players.example`,
    phone: `+1${number}`,
    roles: rolesFrom(number),
  };
  const passwordHash = await hashOfDemoPassword();
  const made = await createAccount(db, { ...player, ...own, points, passwordHash, createdAt });
  return made ? { ...made, ...own, password: DEMO.password } : createTestAccount(db, createdAt, points);
};
