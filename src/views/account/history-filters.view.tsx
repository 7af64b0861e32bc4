import { useSelector } from '@xstate/react';
import { type FormEvent, useState } from 'react';
import { useTranslation } from 'react-i18next';
import type { ListQuery } from '../../../machines/lists/list.types.ts';
import { isFiltered, readOrderNumber } from '../../../machines/lists/list.url.ts';
import { ANY_STATUS, ORDER_STATUSES } from '../../../machines/order/order.status.ts';
import { Button } from '../../ui/button.tsx';
import { formText, TextField } from '../../ui/field.tsx';
import { Segmented } from '../../ui/segmented.tsx';
import { usePortal } from '../app/portal.context.tsx';
import { DayRangeFields } from '../lists/day-range.view.tsx';
import type { ListActor } from '../lists/list-actor.ts';
import { STATUS_LOOKS } from '../order/order-status.view.tsx';
import { useStatusText } from '../order/status-text.ts';
import { ClearFilters } from './clear-filters.view.tsx';
import css from './filters.module.css';

type OrderQuery = Extract<ListQuery, { readonly kind: 'orders' }>;

const MAX_LENGTH = 128;

/** Searches by order number. */
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
        maxLength={MAX_LENGTH}
        onChange={(value) => setDraft({ of: orderId, text: value })}
      />
      <Button type="submit" variant="secondary" icon="search">
        {t('history.searchButton')}
      </Button>
    </form>
  );
};

type FilterProps = {
  readonly actor: ListActor;
  readonly query: OrderQuery;
  /** Called after a search, whose result is below the form. */
  readonly onSearch: () => void;
};

/** The active filters in words, for the closed disclosure of a phone. */
const useActiveFilters = ({ status, orderId, begin, end }: OrderQuery): readonly string[] => {
  const { t } = useTranslation('account');
  const statusText = useStatusText();
  return [
    status === ANY_STATUS ? '' : statusText(`status.${status}.label`),
    begin === '' && end === '' ? '' : t('list.days'),
    orderId,
  ].filter((text) => text !== '');
};

/** Status, days and order number; a disclosure on a phone. Each change loads the list and updates the URL. */
export const HistoryFilters = ({ actor, query, onSearch }: FilterProps) => {
  const { t } = useTranslation(['account', 'portal']);
  const statusText = useStatusText();
  const active = useActiveFilters(query);
  const narrow = useSelector(usePortal(), ({ context }) => context.isMobile);
  const change = (more: Partial<OrderQuery>) =>
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
    <div className={css['filters']}>
      <details className={css['more']} open={!narrow}>
        <summary>{[t('account:history.filters'), ...active].join(' · ')}</summary>
        <div className={css['filters']}>
          <Segmented
            chips
            legend={t('account:column.status')}
            value={String(query.status)}
            options={[{ value: ANY_STATUS, label: t('account:history.all') }, ...statuses]}
            onPick={(value) => change({ status: ORDER_STATUSES.find((status) => status === value) ?? ANY_STATUS })}
          />
          <fieldset className={css['fields']}>
            <legend className="visually-hidden">{t('account:history.more')}</legend>
            <DayRangeFields range={query} onChange={(range) => change(range)} />
            <Search orderId={query.orderId} onSearch={search} />
          </fieldset>
        </div>
      </details>
      {isFiltered(query) && <ClearFilters actor={actor} kind="orders" variant="quiet" />}
    </div>
  );
};
