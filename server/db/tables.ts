import { is } from 'drizzle-orm';
import { PgTable } from 'drizzle-orm/pg-core';
import * as codeSchema from './code.schema.ts';
import * as contentSchema from './content.schema.ts';
import * as deliverySchema from './delivery.schema.ts';
import * as deviceSchema from './device.schema.ts';
import * as ledgerSchema from './ledger.schema.ts';
import * as reconciliationSchema from './reconciliation.schema.ts';
import * as schema from './schema.ts';
import * as taskSchema from './task.schema.ts';
import * as ticketSchema from './ticket.schema.ts';

/** Every table that this version reads or writes. */
export const TABLES: readonly PgTable[] = Object.values({
  ...schema,
  ...codeSchema,
  ...contentSchema,
  ...deliverySchema,
  ...deviceSchema,
  ...ledgerSchema,
  ...reconciliationSchema,
  ...taskSchema,
  ...ticketSchema,
}).filter((value) => is(value, PgTable));
