import { useSelector } from '@xstate/react';
import { useEffect } from 'react';
import { useTranslation } from 'react-i18next';
import type { ActorRefFrom } from 'xstate';
import type { orderExportMachine } from '../../../machines/lists/order-export.machine.ts';
import { type OrderExportScreen, selectOrderExportScreen } from '../../../machines/lists/order-export.screens.ts';
import { pointAmount } from '../../../machines/order/order.purchase.ts';
import type { OrderRecord } from '../../../machines/order/order.types.ts';
import { useFailureText } from '../../i18n/failure-text.ts';
import { Button, type ButtonProps } from '../../ui/button.tsx';
import { Callout } from '../../ui/callout.tsx';
import { UnreadEntries } from '../app/load-problem.view.tsx';
import { useBrowserActions } from '../app/portal.context.tsx';
import type { ListActor } from '../lists/list-content.view.tsx';
import { useChannelTitle } from '../order/channel-title.ts';
import { labelKey, useStatusText } from '../order/order-status.view.tsx';
import { recordTitle } from '../order/order-text.ts';
import account from './account.module.css';
import { type CsvCell, csvText } from './csv.ts';

/** Headings of the exported columns, in order, and the words of a record in the language of the page. */
export type ExportTexts = {
  readonly locale: string;
  readonly columns: readonly string[];
  readonly statusOf: (record: OrderRecord) => string;
  readonly methodOf: (record: OrderRecord) => string;
  /** Lines below the orders: what the file lacks. */
  readonly notes: readonly string[];
};

/** Words of the page without what keeps them on one line: a search in a spreadsheet finds them as they are typed. */
const plain = (words: string): string =>
  words.replaceAll('\u2060', '').replaceAll('\u00a0', ' ').replaceAll('\u2011', '-');

const decimalSeparator = (locale: string): string =>
  new Intl.NumberFormat(locale).formatToParts(0.5).find(({ type }) => type === 'decimal')?.value ?? '.';

const dollars = (minor: number, separator: string): string =>
  `${Math.trunc(minor / 100)}${separator}${String(minor % 100).padStart(2, '0')}`;

/** Numbers without grouping or currency sign, and UTC times, in every language: 4.99 or 4,99. */
const rowOf = (record: OrderRecord, { locale, statusOf, methodOf }: ExportTexts): readonly CsvCell[] => [
  record.paymentId,
  { value: new Date(record.paymentCreateTime).toISOString() },
  plain(statusOf(record)),
  plain(recordTitle(record, locale)),
  record.gameName ?? '',
  record.recipient?.serverName ?? '',
  record.recipient?.roleName ?? '',
  record.uid ?? '',
  {
    value:
      pointAmount(record) === null
        ? dollars(record.paidAmount.minor, decimalSeparator(locale))
        : String(pointAmount(record)),
  },
  pointAmount(record) === null ? record.currency : 'EP',
  plain(methodOf(record)),
];

export const exportRows = (records: readonly OrderRecord[], texts: ExportTexts): readonly (readonly CsvCell[])[] => [
  texts.columns.map(plain),
  ...records.map((record) => rowOf(record, texts)),
  ...texts.notes.map((note) => texts.columns.map((_, at) => (at === 0 ? plain(note) : ''))),
];

type ExportFile = Extract<OrderExportScreen, { readonly name: 'loaded' }>;
type ExportActor = ActorRefFrom<typeof orderExportMachine>;

const useExport = (list: ListActor): ExportActor | undefined =>
  useSelector(list, ({ children }) => children.orderExport as ExportActor | undefined);

const useFileText = (): ((file: ExportFile) => string) => {
  const { t, i18n } = useTranslation(['account', 'order']);
  const statusText = useStatusText();
  const channelTitle = useChannelTitle();
  const columns = [
    t('order:fact.number'),
    t('account:export.time'),
    t('account:column.status'),
    t('account:column.item'),
    t('order:fact.game'),
    t('order:fact.server'),
    t('order:fact.role'),
    t('order:fact.uid'),
    t('order:fact.amount'),
    t('account:export.currency'),
    t('order:fact.method'),
  ];
  return ({ records, unread, isPartial }) => {
    const missing = [t('account:list.unread', { count: unread.length }), ...unread.flatMap((id) => id ?? [])];
    const rows = exportRows(records, {
      locale: i18n.language,
      columns,
      statusOf: (record) => statusText(labelKey(record)),
      methodOf: ({ channelCode, paymentMethod }) => channelTitle({ fieldKey: channelCode, title: paymentMethod }),
      notes: [
        ...(unread.length > 0 ? [missing.join(' · ')] : []),
        ...(isPartial ? [t('account:export.partialText')] : []),
      ],
    });
    return csvText(rows, decimalSeparator(i18n.language) === ',' ? ';' : ',');
  };
};

/** Saves the file once per try. The view does it, because only the view has the texts. */
const SaveFile = ({ actor, file }: { readonly actor: ExportActor; readonly file: ExportFile }) => {
  const { saveFile, serverNow } = useBrowserActions();
  const fileText = useFileText();
  useEffect(() => {
    if (!actor.getSnapshot().can({ type: 'file.save' })) return;
    actor.send({ type: 'file.save' });
    const day = new Date(serverNow()).toISOString().slice(0, 10);
    saveFile(`top-ups-${day}.csv`, 'text/csv;charset=utf-8', fileText(file)).then(
      () => actor.send({ type: 'file.saved' }),
      () => actor.send({ type: 'file.failed' }),
    );
  });
  return null;
};

type ExportButtonProps = { readonly list: ListActor } & Pick<ButtonProps, 'wide' | 'popoverTarget'>;

export const ExportButton = ({ list, ...inMenu }: ExportButtonProps) => {
  const { t } = useTranslation('account');
  const canExport = useSelector(list, (snapshot) => snapshot.can({ type: 'export.request' }));
  const state = useSelector(useExport(list), (snapshot) => snapshot && selectOrderExportScreen(snapshot).name);
  return (
    <Button
      variant="quiet"
      icon="download"
      busy={state === 'loading' || state === 'loaded'}
      disabled={!canExport}
      onClick={() => list.send({ type: 'export.request' })}
      {...inMenu}
    >
      {t('export.button')}
    </Button>
  );
};

const Progress = ({ actor }: { readonly actor: ExportActor }) => {
  const { t } = useTranslation('account');
  const failureText = useFailureText();
  const screen = useSelector(actor, selectOrderExportScreen);
  switch (screen.name) {
    case 'loading':
      return <p>{t('export.progress', { count: screen.count })}</p>;
    case 'loaded':
      return <SaveFile actor={actor} file={screen} />;
    case 'saved': {
      const saved = t('export.saved', { count: screen.count });
      return (
        <>
          {screen.isPartial ? (
            <Callout tone="warning" title={saved}>
              {t('export.partialText')}
            </Callout>
          ) : (
            <p>{saved}</p>
          )}
          <UnreadEntries ids={screen.unread} />
        </>
      );
    }
    case 'failed':
      return (
        <Callout
          tone="error"
          title={t('export.failed')}
          action={
            <Button variant="secondary" icon="refresh" onClick={() => actor.send({ type: 'load.retry' })}>
              {t('list.retry')}
            </Button>
          }
        >
          {failureText(screen.failure)}
        </Callout>
      );
  }
};

/** Progress and result of the export; always mounted, so that a screen reader announces it. */
export const ExportProgress = ({ list }: { readonly list: ListActor }) => {
  const actor = useExport(list);
  return (
    <div role="status" className={account['export']}>
      {actor && <Progress actor={actor} />}
    </div>
  );
};
