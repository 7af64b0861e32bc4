import { vi } from 'vitest';
import type { Flow, FlowRun } from '../../../src/qa/core/record/flow.file.ts';
import { orderAnswer, orderIn } from '../browser/portal-tab.ts';
import { openRecordedTab } from '../browser/recorded-tab.ts';

/** Records a top-up whose order is read with this status, for a time after Pay. Needs fake timers. */
export const recordOrder = async (
  status: number,
  ms: number,
): Promise<{ readonly flow: Flow; readonly run: FlowRun }> => {
  const tab = openRecordedTab('/main/recharge');
  await orderIn(tab);
  tab.api.reply('/api/order/record', orderAnswer(status));
  await vi.advanceTimersByTimeAsync(ms);
  const flow = tab.flow();
  tab.close();
  const [run] = flow.runs;
  if (!run) throw new Error('nothing was recorded');
  return { flow, run };
};
