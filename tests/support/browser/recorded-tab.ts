import type { Flow } from '../../../src/qa/core/record/flow.file.ts';
import { createRecorder } from '../../../src/qa/core/record/recorder.ts';
import { createRedactor } from '../../../src/qa/core/redact/redactor.ts';
import type { FakeProfile } from './fake-browser.ts';
import { openPortalTab } from './portal-tab.ts';

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
