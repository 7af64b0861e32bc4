import type { JobKind, LegacyJobKind } from '../db/job-kind.ts';
import type { outbox } from '../db/schema.ts';

type Row = typeof outbox.$inferSelect;

/** The name under which earlier versions stored a kind; null: it was not renamed. */
const LEGACY_KIND: Readonly<Record<JobKind, LegacyJobKind | null>> = {
  deliver: null,
  refund: null,
  'process-notification': 'sync',
  'check-late-payment': 'sync',
  'sandbox-notify': 'notify',
  'sandbox-capture-late': 'notify',
};

/** These kinds and the names that earlier versions gave them. */
export const withLegacyKinds = (kinds: readonly JobKind[]): Row['kind'][] => [
  ...kinds,
  ...new Set(kinds.flatMap((kind) => LEGACY_KIND[kind] ?? [])),
];

const hasField = (payload: unknown, field: string): boolean =>
  typeof payload === 'object' && payload !== null && field in payload;

/** The kind of a stored job. Earlier versions used one name for two kinds, which differ in their payload. */
export const kindOf = ({ kind, payload }: Pick<Row, 'kind' | 'payload'>): JobKind => {
  switch (kind) {
    case 'sync':
      return hasField(payload, 'orderId') ? 'check-late-payment' : 'process-notification';
    case 'notify':
      return hasField(payload, 'late') ? 'sandbox-capture-late' : 'sandbox-notify';
    case 'deliver':
    case 'refund':
    case 'process-notification':
    case 'check-late-payment':
    case 'sandbox-notify':
    case 'sandbox-capture-late':
      return kind;
  }
};
