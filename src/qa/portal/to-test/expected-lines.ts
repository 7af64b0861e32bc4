import { quoted } from './action-lines.ts';
import type { PageMarks } from './page-marks.ts';

/** States that end with the next response: a test may or may not see them. */
const TRANSIENT_STATES: ReadonlySet<string> = new Set([
  'loading',
  'starting',
  'creating',
  'opening',
  'submitting',
  'checking',
  'paying',
]);

const isTransient = ({ isBusy, state, dialog, points }: PageMarks): boolean =>
  (isBusy && dialog === null) || TRANSIENT_STATES.has(dialog ?? points ?? state ?? '');

const dialogLine = (model: string, { dialog }: PageMarks): string =>
  `await ${model}.seeDialog(${quoted(dialog ?? '')});`;

const pageLine = (model: string, { screen, state, payment, points, list }: PageMarks): string | null => {
  const shown = (selector: string): string =>
    `await expect(${model}.page.locator(${quoted(selector)}).first()).toBeVisible();`;
  if (points !== null) return shown(`[data-points="${points}"]`);
  if (payment !== null) return `await ${model}.seeResult(${quoted(payment)});`;
  if (screen === null) return null;
  if (screen === 'recharge' && state !== null) return `await ${model}.seeScreen(${quoted(state)});`;
  if (list !== null)
    return `await expect(${model}.page.locator('[data-list]')).toHaveAttribute('data-list', ${quoted(list)});`;
  return shown(state === null ? `[data-screen="${screen}"]` : `[data-screen="${screen}"] [data-state="${state}"]`);
};

const noticeLine = (model: string, notice: string): string =>
  `await expect(${model}.page.getByText(${quoted(notice)}).first()).toBeVisible();`;

/**
 * The lines that wait for a page; none for a page that the next response replaces. `isSteady`: the page did not change for a while. Only then can a
 * test find the message of a dialog, which each poll can replace.
 */
export const expectedLines = (model: string, marks: PageMarks, isSteady: boolean): readonly string[] => {
  if (isTransient(marks)) return [];
  const page = marks.dialog === null ? pageLine(model, marks) : dialogLine(model, marks);
  return [
    ...(page === null ? [] : [page]),
    ...(marks.dialog === null || isSteady ? marks.notices : []).map((notice) => noticeLine(model, notice)),
  ];
};
