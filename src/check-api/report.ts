import type { CheckResult } from './findings.ts';

const WORDS = { pass: 'pass', fail: 'FAIL', unknown: 'cannot tell' } as const;

const counts = (results: readonly CheckResult[]): string =>
  (['pass', 'fail', 'unknown'] as const)
    .map((verdict) => `${results.filter((result) => result.verdict === verdict).length} ${WORDS[verdict]}`)
    .join(', ');

/** One line for each result; a failure, or a pass with a note, explains itself. */
export const tableOf = (results: readonly CheckResult[]): string => {
  const width = Math.max(...results.map(({ id }) => id.length));
  const lines = results.flatMap(({ id, verdict, note, request, response, sentence, player }) => {
    const head = `${WORDS[verdict].padEnd(11)}  ${id.padEnd(width)}  ${note}`.trimEnd();
    if (verdict === 'unknown' || (verdict === 'pass' && note === '')) return [head];
    const more = [
      ['request', request],
      ['response', response],
      ['specification', sentence],
      ...(verdict === 'fail' ? [['player', player]] : []),
    ];
    return [head, ...more.filter(([, text]) => text).map(([title, text]) => `    ${title}: ${text}`)];
  });
  return `${lines.join('\n')}\n\n${counts(results)}\n`;
};

const ENTITIES: Readonly<Record<string, string>> = { '&': '&amp;', '<': '&lt;', '>': '&gt;', '"': '&quot;' };

/** Text for XML 1.0, which has no form for most control characters. */
const xml = (text: string): string =>
  text
    .replaceAll(/[&<>"]/g, (sign) => ENTITIES[sign] ?? '')
    .replaceAll(/[^\t\n\r\u0020-\ud7ff\ue000-\ufffd\u{10000}-\u{10ffff}]/gu, '\ufffd');

const testCase = ({ id, verdict, note, request, response, sentence, player }: CheckResult): string => {
  const details = xml([request, response, sentence, player].join('\n'));
  const body = {
    pass: note && `<system-out>${xml(note)}</system-out>`,
    fail: `<failure message="${xml(note)}">${details}</failure>`,
    unknown: `<skipped message="${xml(note)}"/>`,
  };
  return `  <testcase classname="check-api" name="${id}">${body[verdict]}</testcase>`;
};

export const junitOf = (results: readonly CheckResult[]): string => {
  const failures = results.filter(({ verdict }) => verdict === 'fail').length;
  const skipped = results.filter(({ verdict }) => verdict === 'unknown').length;
  const head = `<testsuite name="check-api" tests="${results.length}" failures="${failures}" skipped="${skipped}">`;
  return ['<?xml version="1.0" encoding="UTF-8"?>', head, ...results.map(testCase), '</testsuite>', ''].join('\n');
};
