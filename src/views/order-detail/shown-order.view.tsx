import { useTranslation } from 'react-i18next';
import type { ActorRefFrom } from 'xstate';
import { moneyOf, shownStatus } from '../../../machines/order/order.status.ts';
import type { OrderRecord } from '../../../machines/order/order.types.ts';
import type { orderDetailMachine } from '../../../machines/order-detail/order-detail.machine.ts';
import {
  type NextOrder,
  nextOrderOf,
  type OrderDetailScreen,
} from '../../../machines/order-detail/order-detail.screens.ts';
import { targetPath } from '../../../machines/signed-in/signed-in.pages.ts';
import { Picture } from '../../art/picture.tsx';
import { useFailureText } from '../../i18n/failure-text.ts';
import { formatNumber } from '../../i18n/formats.ts';
import { itemTitle } from '../../i18n/item-text.ts';
import { Button, buttonClass } from '../../ui/button.tsx';
import { Callout } from '../../ui/callout.tsx';
import { type Fact, Facts } from '../../ui/facts.tsx';
import { Icon } from '../../ui/icon.tsx';
import { List } from '../../ui/list.tsx';
import { DateTime } from '../app/date-time.view.tsx';
import { PageLink } from '../app/page-link.view.tsx';
import { useBrowserActions, usePlayer, usePortal } from '../app/portal.context.tsx';
import { againUrl } from '../order/again-url.ts';
import { useChannelTitle } from '../order/channel-title.ts';
import { OrderNumber } from '../order/order-number.view.tsx';
import { OrderStatusBadge, useStatusText } from '../order/order-status.view.tsx';
import { orderPrice, recordTitle } from '../order/order-text.ts';
import { FoldedSteps, OrderTimeline } from '../order/order-timeline.view.tsx';
import { useCanResume, usePaymentScreen } from '../order/payment-actor.ts';
import { PlayerName } from '../order/player-name.view.tsx';
import { hintKey } from '../order/status-keys.ts';
import { SupportButton } from '../order/support-button.view.tsx';
import { TimeLeft } from '../order/time-left.view.tsx';
import css from './order-detail.module.css';

const Contents = ({ record }: { readonly record: OrderRecord }) => {
  const { i18n } = useTranslation('order');
  if (record.contents.length === 0) return <span>{recordTitle(record, i18n.language)}</span>;
  return (
    <List className={css['contents']}>
      {record.contents.map((line) => (
        <li key={`${line.title} ${line.quantity}`}>
          <span>{itemTitle(line, i18n.language)}</span>
          <span>{` × ${formatNumber(line.quantity, i18n.language)}`}</span>
        </li>
      ))}
    </List>
  );
};

/** Every field of the order (ORDR-07). An order that buys E Points has no game, server or role. */
const OrderFacts = ({ record }: { readonly record: OrderRecord }) => {
  const { t, i18n } = useTranslation('order');
  const channelTitle = useChannelTitle();
  const { orderType, gameName, recipient, uid } = record;
  const types = { game: t('type.game'), epoint: t('type.epoint') };
  const named = (name: string | null) => (name === null || orderType === 'epoint' ? null : <PlayerName name={name} />);
  const method = channelTitle({ fieldKey: record.channelCode, title: record.paymentMethod });
  const rows: readonly Fact[] = [
    { key: 'number', label: t('fact.number'), value: <OrderNumber orderId={record.paymentId} /> },
    { key: 'game', label: t('fact.game'), value: named(gameName) },
    { key: 'server', label: t('fact.server'), value: named(recipient?.serverName ?? null) },
    { key: 'role', label: t('fact.role'), value: named(recipient?.roleName ?? null) },
    { key: 'uid', label: t('fact.uid'), value: uid === null ? null : <bdi>{uid}</bdi> },
    { key: 'contents', label: t('fact.contents'), value: <Contents record={record} /> },
    { key: 'amount', label: t('fact.amount'), value: orderPrice(record, i18n.language) },
    { key: 'type', label: t('fact.type'), value: orderType && types[orderType] },
    { key: 'time', label: t('fact.time'), value: <DateTime at={record.paymentCreateTime} form="zoned" /> },
    { key: 'method', label: t('fact.method'), value: method },
  ];
  return <Facts rows={rows.filter(({ value }) => value !== null)} />;
};

export type OrderDetailActor = ActorRefFrom<typeof orderDetailMachine>;

type PayingProps = { readonly orderId: string; readonly deadlineAt: number };

const ContinuePaying = ({ orderId, deadlineAt }: PayingProps) => {
  const { t } = useTranslation('order');
  const player = usePlayer();
  const canResume = useCanResume(orderId);
  return (
    <div className={css['actions']}>
      <TimeLeft deadlineAt={deadlineAt} />
      <Button size="lg" disabled={!canResume} onClick={() => player?.send({ type: 'order.resume', orderId })}>
        {t('action.continue')}
      </Button>
    </div>
  );
};

/** Pay before the expiry; order again after a failure, the expiry or the delivery. */
const OrderActions = ({ record, next }: { readonly record: OrderRecord; readonly next: NextOrder }) => {
  const { t } = useTranslation(['order', 'payment']);
  const portal = usePortal();
  const player = usePlayer();
  const payment = usePaymentScreen(record.paymentId);
  const again = againUrl(record);
  if (record.status === 'pending' && !record.isStatusUnknown && payment) {
    return <ContinuePaying orderId={record.paymentId} deadlineAt={payment.deadlineAt} />;
  }
  if (next.kind === 'none' && !again) return null;
  return (
    <div className={css['actions']}>
      {next.kind === 'none' && again && (
        <PageLink className={buttonClass({ size: 'lg', wide: true })} to={again}>
          <Icon name="refresh" />
          <span>{t('payment:action.again')}</span>
        </PageLink>
      )}
      {next.kind === 'repeat' && (
        <Button size="lg" icon="refresh" onClick={() => player?.send({ type: 'order.repeat', choices: next.choices })}>
          {t('payment:action.resubmit')}
        </Button>
      )}
      {next.kind === 'start' && (
        <Button size="lg" onClick={() => portal.send({ type: 'page.open', to: targetPath(next.target) })}>
          {t('payment:action.new')}
        </Button>
      )}
    </div>
  );
};

type ShownProps = {
  readonly actor: OrderDetailActor;
  readonly screen: Extract<OrderDetailScreen, { readonly name: 'shown' }>;
};

const Steps = ({ actor, screen, record }: ShownProps & { readonly record: OrderRecord }) => {
  const { t } = useTranslation('order');
  return (
    <FoldedSteps record={record}>
      <div className={css['sectionHead']}>
        <h2>{t('section.progress')}</h2>
        <Button
          variant="quiet"
          icon="refresh"
          busy={screen.refreshing}
          onClick={() => actor.send({ type: 'detail.refresh' })}
        >
          {t('refresh')}
        </Button>
      </div>
      <OrderTimeline record={record} />
    </FoldedSteps>
  );
};

/** A paid order can be printed as a receipt, which has a head of its own. */
export const ShownOrder = ({ actor, screen }: ShownProps) => {
  const { t, i18n } = useTranslation(['order', 'account', 'portal']);
  const { printPage } = useBrowserActions();
  const tracked = usePaymentScreen(screen.record.paymentId);
  /** The tracked order's record is newer than the one that the page loaded. */
  const record = tracked?.record ?? screen.record;
  const failureText = useFailureText();
  const next = nextOrderOf(record);
  const statusText = useStatusText();
  const isPaid = moneyOf(record.status) !== 'none';
  const isWatched = tracked?.name === 'overdue' && tracked.watching;
  return (
    <>
      {isPaid && (
        <p className={css['receipt']} aria-hidden="true">
          <strong>{t('portal:site')}</strong>
          <span>{t('account:receipt.title')}</span>
        </p>
      )}
      <div className={css['columns']}>
        <section className={css['hero']} data-status={shownStatus(record)}>
          <Picture name={record.art} fallback={record.orderType === 'epoint' ? 'epoint' : 'item'} width={96} />
          <div className={css['overview']}>
            <OrderStatusBadge record={record} />
            <h2>{recordTitle(record, i18n.language)}</h2>
            <p className={css['amount']}>{orderPrice(record, i18n.language)}</p>
            <div className={css['hint']} role="status">
              <p>{statusText(hintKey(record, next.kind === 'repeat'))}</p>
              {isWatched && <p>{statusText('status.overdue.watching')}</p>}
            </div>
          </div>
          <OrderActions record={record} next={next} />
        </section>
        <section className={css['progress']}>
          {screen.refreshFailure && (
            <Callout tone="error" title={t('order:failed')} live="polite">
              {failureText(screen.refreshFailure)}
            </Callout>
          )}
          <Steps actor={actor} screen={screen} record={record} />
          <SupportButton record={record} />
        </section>
        <section className={css['facts']}>
          <div className={css['sectionHead']}>
            <h2>{t('order:section.facts')}</h2>
            {isPaid && (
              <Button variant="quiet" icon="receipt" onClick={printPage}>
                {t('account:receipt.print')}
              </Button>
            )}
          </div>
          <OrderFacts record={record} />
        </section>
      </div>
    </>
  );
};
