import { createHash, randomBytes } from 'node:crypto';
import { and, eq, getTableColumns, gt, lte } from 'drizzle-orm';
import type { Db } from '../db/database.ts';
import { tickets, type User, users } from '../db/schema.ts';

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

/** Redeems a ticket and returns its owner, who may be blocked; undefined if it is unknown, used or expired. */
export const redeemTicket = async (db: Db, ticket: string, now: Date): Promise<User | undefined> => {
  if (!TICKET.test(ticket)) return;
  const isIt = eq(tickets.ticketHash, hashOf(ticket));
  // The owner is read first: a password that changes afterwards voids the login, and one that has changed has deleted the ticket.
  const [found] = await db
    .select({ owner: getTableColumns(users) })
    .from(tickets)
    .innerJoin(users, eq(users.userId, tickets.userId))
    .where(and(isIt, gt(tickets.expiresAt, now)));
  if (!found) return;
  const [taken] = await db.delete(tickets).where(isIt).returning({ userId: tickets.userId });
  return taken && found.owner;
};

export const deleteTickets = async (tx: Db, userId: string): Promise<void> => {
  await tx.delete(tickets).where(eq(tickets.userId, userId));
};
