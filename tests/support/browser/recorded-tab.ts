import { vi } from 'vitest';
import type { Flow, FlowRun } from '../../../src/qa/core/record/flow.file.ts';
import { createRecorder } from '../../../src/qa/core/record/recorder.ts';
import { createRedactor } from '../../../src/qa/core/redact/redactor.ts';
import type { FakeProfile } from './fake-browser.ts';
import { openPortalTab, orderAnswer, orderIn } from './portal-tab.ts';

/** A tab that is recorded from before its start. */
export const openRecordedTab = (url: string, profile?: FakeProfile) => {
  const redactor = createRedactor();
  const recorder = createRecorder({ redactor, now: () => Date.now() });
  const { inspect, clock } = recorder;
  return {
    ...openPortalTab(url, profile, { inspect, clock }),
    redactor,
    recorder,
    flow: (name = 'test'): Flow => {
      const { machines, ...run } = recorder.recorded();
      const runs = [{ tab: 'a', address: redactor.redactUrl(url), ...run }];
      return { format: 'portal.flow', version: 1, name, build: '1.2.3', locale: 'en-US', machines, runs };
    },
  };
};

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
