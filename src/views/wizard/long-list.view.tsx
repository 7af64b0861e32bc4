import { useRef, useState } from 'react';
import { flushSync } from 'react-dom';
import { useTranslation } from 'react-i18next';
import { Button } from '../../ui/button.tsx';

/** Cards per part. Divisible by two and three, so the last row is full in both layouts. */
const PART = 60;

/**
 * The first part of a list and its chosen row, so that the cost of a step does not grow with its list. A list with a different `subject`
 * begins with its first part again. `more`: the button that draws the next part, to be placed right after the cards, if rows are left.
 */
export const useLongList = <Row,>(rows: readonly Row[], isChosen: (row: Row) => boolean, subject = '') => {
  const { t } = useTranslation('recharge');
  const place = useRef<HTMLDivElement>(null);
  const [drawn, setDrawn] = useState({ of: subject, count: PART });
  const count = drawn.of === subject ? drawn.count : PART;
  if (rows.length <= count) return { rows, more: null };
  const showMore = () => {
    const cards = place.current?.previousElementSibling;
    flushSync(() => setDrawn({ of: subject, count: count + PART }));
    cards?.querySelectorAll<HTMLInputElement>('input[type=radio]')[count]?.focus();
  };
  const chosen = rows.slice(count).filter(isChosen);
  return {
    rows: [...rows.slice(0, count), ...chosen],
    more: (
      <div ref={place}>
        <Button variant="secondary" onClick={showMore}>
          {t('step.more')}
        </Button>
      </div>
    ),
  };
};
