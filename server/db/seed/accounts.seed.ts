import { randomInt } from 'node:crypto';
import { type Account, createAccount, type NewRole } from '../../users/account.ts';
import { hashPassword } from '../../users/password-hash.ts';
import type { Db } from '../database.ts';
import { LANTERN_ISLES } from './games.seed.ts';

export const DEMO = { account: 'demo', password: 'Demo-1234', userId: 'demo', gameAccountId: '1000000001' } as const;

/** The first and the last share a role id: it says who someone is on one server only. */
const rolesFrom = (number: number): readonly NewRole[] => [
  { serverId: '101', roleId: String(number), roleName: 'Aldric Vane' },
  { serverId: '102', roleId: String(number + 1), roleName: '云中君' },
  { serverId: '103', roleId: String(number), roleName: 'สายลมเหนือ' },
];

const FIRST_ROLE = 70_010_001;

const player = { nickname: 'Aldric', gameId: LANTERN_ISLES.gameId, points: { basic: 1_200, present: 350 } };

/** Null: it is there already. */
export const createDemoAccount = async (db: Db, createdAt: Date): Promise<Account | null> => {
  const { password, ...demo } = DEMO;
  const passwordHash = await hashPassword(password);
  return createAccount(db, { ...player, ...demo, passwordHash, roles: rolesFrom(FIRST_ROLE), createdAt });
};

export type TestAccount = Account & {
  readonly account: string;
  readonly password: string;
  readonly roles: readonly NewRole[];
};

let testPasswordHash: Promise<string> | null = null;

/**
 * An account for one test: the demo account's password, roles and points, a name and ids of its own, no orders. All of them share one
 * hash, since making one takes as long as it should.
 */
export const createTestAccount = async (db: Db, createdAt: Date): Promise<TestAccount> => {
  testPasswordHash ??= hashPassword(DEMO.password);
  const number = randomInt(1e8, 1e9 - 1) * 10;
  const account = `tester-${number}`;
  const passwordHash = await testPasswordHash;
  const made = await createAccount(db, { ...player, account, passwordHash, roles: rolesFrom(number), createdAt });
  return made
    ? { ...made, account, password: DEMO.password, roles: rolesFrom(number) }
    : createTestAccount(db, createdAt);
};
