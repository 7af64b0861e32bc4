import type { Rows } from '../contract/wire.ts';
import type { LineId } from './check-lines.ts';
import { type Answer, resultIn } from './conversation.ts';
import type { Check } from './findings.ts';

/** Whether a list has pages that start at 1 and do not overlap. `sized`: `size` is the number of rows. */
export const checkPages = async <Result extends Rows<unknown>>(
  { expect, reportUnknown }: Check,
  id: LineId,
  ask: (page: number, size: number) => Promise<Answer<Result>>,
  sized = true,
): Promise<void> => {
  const rowsOf = async (page: number, size: number) => {
    const answer = await ask(page, size);
    return { answer, rows: (resultIn(answer)?.rows ?? []).map((row) => JSON.stringify(row)) };
  };
  const whole = await rowsOf(1, 50);
  if (whole.rows.length === 0) {
    const zero = await rowsOf(0, 50);
    if (zero.rows.length > 0) expect(id, 'page 0 is the first page; it should be page 1', whole.answer);
    else reportUnknown('the list is empty', id);
    return;
  }
  if (whole.rows.length === 1 || whole.rows[0] === whole.rows[1]) {
    reportUnknown(whole.rows.length === 1 ? 'the list has one row' : 'the first two rows are equal', id);
    return;
  }
  const [first, second] = [await rowsOf(1, 1), await rowsOf(2, 1)];
  if (sized && first.rows.length > 1) expect(id, `size 1 returns ${first.rows.length} rows`, first.answer);
  else if (first.rows[0] !== whole.rows[0]) expect(id, 'page 1 does not begin with the first row', first.answer);
  else expect(id, first.rows[0] === second.rows[0] && 'page 2 returns the rows of page 1', second.answer);
};
