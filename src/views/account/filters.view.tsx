import { useSelector } from '@xstate/react';
import { type FormEvent, type ReactNode, useId, useState } from 'react';
import { useTranslation } from 'react-i18next';
import type { DayRange, ListQuery } from '../../../machines/lists/list.types.ts';
import { isFiltered, readDay, readOrderNumber, unfiltered } from '../../../machines/lists/list.url.ts';
import { ANY_STATUS, ORDER_STATUSES } from '../../../machines/order/order.status.ts';
import { zoneText } from '../../i18n/zone-text.ts';
import { Button } from '../../ui/button.tsx';
import { DateField } from '../../ui/date-field.tsx';
import { formText, TextField } from '../../ui/field.tsx';
import { Segmented } from '../../ui/segmented.tsx';
import { useBrowserActions, usePortal } from '../app/portal.context.tsx';
import type { ListActor } from '../lists/list-content.view.tsx';
import { STATUS_LOOKS, useStatusText } from '../order/order-status.view.tsx';
import css from './filters.module.css';

type DayRangeProps = { readonly range: DayRange; readonly onChange: (range: DayRange) => void };

/** First and last day of a list, in the player's time zone, which the text shows. */
const DayRangeFields = ({ range: { begin, end }, onChange }: DayRangeProps) => {
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

type Kind = ListQuery['kind'];
type Query<Of extends Kind> = Extract<ListQuery, { readonly kind: Of }>;
type FilterProps<Of extends Kind> = { readonly actor: ListActor; readonly query: Query<Of> };
type ClearProps = { readonly actor: ListActor; readonly kind: Kind; readonly variant: 'secondary' | 'quiet' };

export const ClearFilters = ({ actor, kind, variant }: ClearProps) => {
  const { t } = useTranslation('account');
  const clear = () => actor.send({ type: 'filter.change', query: unfiltered(kind) });
  return (
    <Button variant={variant} icon="close" onClick={clear}>
      {t('list.clear')}
    </Button>
  );
};

type BoxProps = FilterProps<Kind> & {
  readonly before?: ReactNode;
  readonly summary: string;
  readonly children: ReactNode;
};

/** `summary` is for the closed disclosure of a phone. */
const FilterBox = ({ actor, query, before, summary, children }: BoxProps) => {
  const narrow = useSelector(usePortal(), ({ context }) => context.isMobile);
  return (
    <div className={css['filters']}>
      {before}
      <details className={css['more']} open={!narrow}>
        <summary>{summary}</summary>
        {children}
      </details>
      {isFiltered(query) && <ClearFilters actor={actor} kind={query.kind} variant="quiet" />}
    </div>
  );
};

const Search = ({ orderId, onSearch }: { readonly orderId: string; readonly onSearch: (id: string) => void }) => {
  const { t } = useTranslation('account');
  const [draft, setDraft] = useState({ of: orderId, text: orderId });
  if (draft.of !== orderId) setDraft({ of: orderId, text: orderId });
  const submit = (event: FormEvent<HTMLFormElement>) => {
    event.preventDefault();
    const number = readOrderNumber(formText(event.currentTarget, 'order'));
    setDraft({ of: orderId, text: number });
    onSearch(number);
  };
  return (
    <form className={css['search']} onSubmit={submit}>
      <TextField
        label={t('history.search')}
        name="order"
        type="search"
        value={draft.text}
        maxLength={128}
        onChange={(value) => setDraft({ of: orderId, text: value })}
      />
      <Button type="submit" variant="secondary" icon="search">
        {t('history.searchButton')}
      </Button>
    </form>
  );
};

const useActiveFilters = ({ status, orderId, begin, end }: Query<'orders'>): readonly string[] => {
  const { t } = useTranslation('account');
  const statusText = useStatusText();
  return [
    status === ANY_STATUS ? '' : statusText(`status.${status}.label`),
    begin === '' && end === '' ? '' : t('list.days'),
    orderId,
  ].filter((text) => text !== '');
};

type HistoryFiltersProps = FilterProps<'orders'> & { readonly onSearch: () => void };

/** Status, days and order number. Each change loads the list and updates the URL. `onSearch`: the result is below the form. */
export const HistoryFilters = ({ actor, query, onSearch }: HistoryFiltersProps) => {
  const { t } = useTranslation('account');
  const statusText = useStatusText();
  const active = useActiveFilters(query);
  const change = (more: Partial<Query<'orders'>>) =>
    actor.send({ type: 'filter.change', query: { ...query, ...more, kind: 'orders' } });
  const search = (orderId: string) => {
    change({ orderId });
    onSearch();
  };
  const statuses = ORDER_STATUSES.map((status) => ({
    value: String(status),
    label: statusText(`status.${status}.label`),
    icon: STATUS_LOOKS[status].icon,
  }));
  return (
    <FilterBox actor={actor} query={query} summary={[t('history.filters'), ...active].join(' · ')}>
      <div className={css['filters']}>
        <Segmented
          chips
          legend={t('column.status')}
          value={String(query.status)}
          options={[{ value: ANY_STATUS, label: t('history.all') }, ...statuses]}
          onPick={(value) => change({ status: ORDER_STATUSES.find((status) => status === value) ?? ANY_STATUS })}
        />
        <fieldset className={css['fields']}>
          <legend className="visually-hidden">{t('history.more')}</legend>
          <DayRangeFields range={query} onChange={change} />
          <Search orderId={query.orderId} onSearch={search} />
        </fieldset>
      </div>
    </FilterBox>
  );
};

export const LedgerFilters = ({ actor, query }: FilterProps<'ledger'>) => {
  const { t } = useTranslation('account');
  const change = (more: Partial<Query<'ledger'>>) =>
    actor.send({ type: 'filter.change', query: { ...query, ...more, kind: 'ledger' } });
  return (
    <FilterBox
      actor={actor}
      query={query}
      before={
        <Segmented
          legend={t('ledger.flow')}
          value={query.flow}
          options={[
            { value: 'all', label: t('ledger.all') },
            { value: 'income', label: t('ledger.income') },
            { value: 'expense', label: t('ledger.expense') },
          ]}
          onPick={(flow) => change({ flow })}
        />
      }
      summary={t(query.begin === '' && query.end === '' ? 'history.filters' : 'list.days')}
    >
      <div className={css['fields']}>
        <DayRangeFields range={query} onChange={change} />
      </div>
    </FilterBox>
  );
};
