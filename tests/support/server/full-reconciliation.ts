import type { PaymentServices } from '../../../server/payments/registry.ts';
import type { Finding } from '../../../server/workers/reconciliation-rules.ts';
import { type Sweep, sweepsOf } from '../../../server/workers/reconciliation-sweeps.ts';

/** One complete cycle of a sweep, in chunks of its own size or smaller. */
export const runSweep = async (sweep: Sweep, limit = sweep.limit): Promise<{ found: Finding[]; chunks: number }> => {
  const found: Finding[] = [];
  let position = '';
  for (let chunks = 1; ; chunks += 1) {
    const chunk = await sweep.read(position, limit);
    found.push(...(await sweep.check(chunk.keys)).findings);
    if (chunk.isLast) return { found, chunks };
    if (chunk.position === position) throw new Error(`the sweep ${sweep.name} does not advance`);
    position = chunk.position;
  }
};

/** Every finding of every complete sweep now, without waiting a minute for confirmation. */
export const reconcile = async (services: PaymentServices, limit?: number): Promise<Omit<Finding, 'key'>[]> => {
  const found: Finding[] = [];
  for (const sweep of sweepsOf(services).filter(({ startsOver }) => startsOver))
    found.push(...(await runSweep(sweep, limit)).found);
  return found.map(({ what, subject }) => ({ what, subject }));
};
