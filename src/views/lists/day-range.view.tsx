import { useId } from 'react';
import { useTranslation } from 'react-i18next';
import type { DayRange } from '../../../machines/lists/list.types.ts';
import { readDay } from '../../../machines/lists/list.url.ts';
import { zoneText } from '../../i18n/zone-text.ts';
import { DateField } from '../../ui/date-field.tsx';
import { useBrowserActions } from '../app/portal.context.tsx';
import css from './day-range.module.css';

/** First and last day of a list, in the player's time zone, which the text shows. */
export const DayRangeFields = ({
  range: { begin, end },
  onChange,
}: {
  readonly range: DayRange;
  readonly onChange: (range: DayRange) => void;
}) => {
  const { t, i18n } = useTranslation('account');
  const { serverNow } = useBrowserActions();
  const id = useId();
  return (
    <fieldset className={css['range']}>
      <legend className="visually-hidden">{t('list.days')}</legend>
      <DateField
        label={t('list.begin')}
        value={begin}
        max={end}
        read={readDay}
        describedBy={id}
        onChange={(day) => onChange({ begin: day, end })}
      />
      <DateField
        label={t('list.end')}
        value={end}
        min={begin}
        read={readDay}
        describedBy={id}
        onChange={(day) => onChange({ begin, end: day })}
      />
      <small id={id}>{t('list.zone', { zone: zoneText(i18n.language, serverNow()) })}</small>
    </fieldset>
  );
};
