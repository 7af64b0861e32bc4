import { useSelector } from '@xstate/react';
import { useEffect } from 'react';
import { useTranslation } from 'react-i18next';
import type { ActorRefFrom } from 'xstate';
import type { orderExportMachine } from '../../../machines/lists/order-export.machine.ts';
import { type OrderExportGaps, selectOrderExportScreen } from '../../../machines/lists/order-export.screens.ts';
import type { OrderRecord } from '../../../machines/order/order.types.ts';
import { useFailureText } from '../../i18n/failure-text.ts';
import { Button, type ButtonProps } from '../../ui/button.tsx';
import { Callout } from '../../ui/callout.tsx';
import { UnreadEntries } from '../app/load-problem.view.tsx';
import { useBrowserActions } from '../app/portal.context.tsx';
import type { ListActor } from '../lists/list-actor.ts';
import { useChannelTitle } from '../order/channel-title.ts';
import { labelKey, useStatusText } from '../order/status-text.ts';
import account from './account.module.css';
import { csvText } from './csv.ts';
import { decimalSeparator, exportRows } from './order-rows.ts';

type ExportFile = { readonly records: readonly OrderRecord[] } & OrderExportGaps;
type ExportActor = ActorRefFrom<typeof orderExportMachine>;

const useExport = (list: ListActor): ExportActor | undefined =>
  useSelector(list, ({ children }) => children.orderExport as ExportActor | undefined);

/** The orders as the text of a file, in the language of the page. */
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

/** Loads every order of the filter and saves them as a file. `popoverTarget`: the menu that contains the button. */
export const ExportButton = ({
  list,
  ...inMenu
}: { readonly list: ListActor } & Pick<ButtonProps, 'wide' | 'popoverTarget'>) => {
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

const Saved = ({ count, isPartial }: { readonly count: number; readonly isPartial: boolean }) => {
  const { t } = useTranslation('account');
  const saved = t('export.saved', { count });
  return isPartial ? (
    <Callout tone="warning" title={saved}>
      {t('export.partialText')}
    </Callout>
  ) : (
    <p>{saved}</p>
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
    case 'saved':
      return (
        <>
          <Saved count={screen.count} isPartial={screen.isPartial} />
          <UnreadEntries ids={screen.unread} />
        </>
      );
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
