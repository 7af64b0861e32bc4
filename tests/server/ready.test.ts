import { expect, test } from 'vitest';
import { DEMO_SERVER } from '../../server/demo-environment.mjs';
import type { Config } from '../../server/runtime/config.ts';
import { createLog } from '../../server/runtime/log.ts';
import { announceReady } from '../../server/runtime/ready.ts';
import { configOf, PRODUCTION } from '../support/server/test-config.ts';

const outputOf = (config: Config): readonly string[] => {
  const lines: string[] = [];
  const log = createLog(config.logLevel, { write: (line) => void lines.push(line.trimEnd()) });
  announceReady(config, { log, print: (line) => void lines.push(line), hint: 'Log in as demo.' });
  return lines;
};

test('without SANDBOX=1 the line "ready on" is JSON, like every other line of the output (S31)', () => {
  const lines = outputOf(configOf({ ...PRODUCTION, LOG_LEVEL: 'info' }));
  expect(lines.map((line) => JSON.parse(line))).toEqual([
    { level: 30, time: expect.any(String), msg: 'ready on http://127.0.0.1:8787' },
  ]);
});

test('with SANDBOX=1 it is text, with the demo account, at any level of the log (S31)', () => {
  const expected = ['ready on http://127.0.0.1:8787', 'Log in as demo.'];
  expect(outputOf(configOf(DEMO_SERVER))).toEqual(expected);
  expect(outputOf(configOf({ ...DEMO_SERVER, LOG_LEVEL: 'silent' }))).toEqual(expected);
});
