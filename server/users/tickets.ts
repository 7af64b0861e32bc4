import { createHash, randomBytes } from 'node:crypto';
import { and, eq, gt, lte } from 'drizzle-orm';
import { deleteInBatches } from '../db/batched-delete.ts';
import type { Db } from '../db/database.ts';
import { users } from '../db/schema.ts';
import { tickets } from '../db/ticket.schema.ts';

const LIFE_MS = 60_000;
const TICKET = /^[\w-]{43}$/;

const hashOf = (ticket: string): string => createHash('sha256').update(ticket).digest('hex');

/** A 256-bit ticket, valid once and for one minute. */
export const issueTicket = async (db: Db, userId: string, now: Date): Promise<string> => {
  const ticket = randomBytes(32).toString('base64url');
  await db.delete(tickets).where(and(eq(tickets.userId, userId), lte(tickets.expiresAt, now)));
  await db.insert(tickets).values({ ticketHash: hashOf(ticket), userId, expiresAt: new Date(now.getTime() + LIFE_MS) });
  return ticket;
};

/** Redeems a ticket and returns its owner; null if it is unknown, used or expired, or if the owner is blocked. */
export const redeemTicket = async (
  db: Db,
  ticket: string,
  now: Date,
): Promise<{ readonly nickname: string } | null> => {
  if (!TICKET.test(ticket)) return null;
  const [taken] = await db
    .delete(tickets)
    .where(and(eq(tickets.ticketHash, hashOf(ticket)), gt(tickets.expiresAt, now)))
    .returning({ userId: tickets.userId });
  if (!taken) return null;
  const [owner] = await db
    .select({ nickname: users.nickname })
    .from(users)
    .where(and(eq(users.userId, taken.userId), eq(users.blocked, false)));
  return owner ?? null;
};

/** Deletes the tickets of a player that were not redeemed. */
export const deleteTickets = async (tx: Db, userId: string): Promise<void> => {
  await tx.delete(tickets).where(eq(tickets.userId, userId));
};

/** Deletes tickets that were never redeemed. */
export const deleteExpiredTickets = (db: Db, now: Date): Promise<void> =>
  deleteInBatches(db, tickets, lte(tickets.expiresAt, now));
