import { useMemo } from 'react';
import type { ChoiceOption } from './choice-cards.tsx';

/** Returns one option for each row. An option stays the same object as long as `toOption` and its row do. */
export const useCardOptions = <Row extends object>(
  rows: readonly Row[],
  toOption: (row: Row) => ChoiceOption,
): readonly ChoiceOption[] => {
  const known = useMemo(() => ({ toOption, of: new WeakMap<Row, ChoiceOption>() }), [toOption]);
  return rows.map((row) => {
    const option = known.of.get(row) ?? known.toOption(row);
    known.of.set(row, option);
    return option;
  });
};
