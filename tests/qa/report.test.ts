import { describe, expect, test } from 'vitest';
import { reportIn, reportPage } from '../../src/qa/apps/report/report-page.ts';
import { writeFlow } from '../../src/qa/core/record/flow.file.ts';
import { maskedFlow } from '../../src/qa/core/record/masked-flow.ts';
import type { Finding } from '../../src/qa/core/replay/finding.ts';
import { flowOf, KEPT_NAMES, keptText } from '../support/qa/kept-flows.ts';

/** The parts of the built page that a recording is written into. */
const PAGE = `<title>Recording</title>
<script type="application/json" id="recording"></script>
<script type="application/json" id="finding"></script>
<script id="script">viewer()</script>`;

const htmlOf = (text: string, finding: Finding | null = null): string => {
  const report = reportPage(PAGE, text, finding);
  if (!report.ok) throw new Error(report.line);
  return report.html;
};

const contentOf = (html: string) =>
  reportIn({
    getElementById: (id) => {
      const [, textContent = ''] = new RegExp(`id="${id}">(.*?)</script>`, 's').exec(html) ?? [];
      return { textContent } as HTMLElement;
    },
  });

const countOf = (html: string, part: string): number => html.split(part).length - 1;

describe('the report of a recording (INSP-04)', () => {
  test('has the whole recording', () => {
    const text = keptText('happy-path');
    expect(flowOf(contentOf(htmlOf(text))?.text ?? '')).toEqual(flowOf(text));
  });

  test('masking a recording once more changes nothing (INSP-02)', () => {
    for (const flow of KEPT_NAMES.map((name) => flowOf(keptText(name))))
      expect(JSON.stringify(maskedFlow(flow))).toBe(JSON.stringify(flow));
  });

  test('what a recording failed to mask is masked in the report (INSP-02)', () => {
    const flow = flowOf(keptText('happy-path'));
    const [run] = flow.runs;
    const secrets = {
      password: 'CANARY-password',
      token: 'CANARY-token',
      email: 'canary@players.example',
      roleName: 'CANARY-role',
    };
    const url = run?.rows.find((row) => row.kind === 'event' && row.event.type === 'url.changed');
    const state = run?.rows.find((row) => row.kind === 'state' && row.context);
    if (url?.kind !== 'event' || state?.kind !== 'state') throw new Error('the recording has no such row');
    Object.assign(url.event, secrets);
    state.context = {
      ...state.context,
      'profile.email': 'canary@players.example',
      'login.password': 'CANARY-password',
    };
    const html = htmlOf(writeFlow({ ...flow, name: 'token CANARY-token' }));
    expect(html).toContain('•••');
    expect(html).not.toMatch(/canary/i);
  });

  test('markup in a recording or a finding stays a text (INSP-02)', () => {
    const markup = `</script></title><!--<script>"'><img src=x onerror=alert(1)>`;
    const flow = { ...flowOf(keptText('happy-path')), name: markup };
    const finding: Finding = { layers: ['view'], sentence: markup, evidence: [markup], load: 0, count: 3 };
    const html = htmlOf(writeFlow(flow), finding);
    expect(html).not.toMatch(/<img|<!--/);
    expect([countOf(html, '<script'), countOf(html, '</script>')]).toEqual([3, 3]);
    expect(html).toContain('<title>&lt;/script>&lt;/title>');
    const content = contentOf(html);
    expect(content?.finding).toEqual(finding);
    expect(flowOf(content?.text ?? '').name).toBe(markup);
  });

  test('a file that is not a recording makes no page, and a page of another build takes none', () => {
    expect(reportPage(PAGE, '{"format":')).toEqual({ ok: false, line: expect.stringContaining('not JSON') });
    expect(reportPage(PAGE, '{"hello":1}')).toEqual({ ok: false, line: expect.stringContaining('not a recording') });
    expect(reportPage('<p>', keptText('account'))).toEqual({
      ok: false,
      line: 'This build has no page for a report. Build it again.',
    });
    expect(contentOf(PAGE)).toBeNull();
  });
});
