import { shallowEqual, useSelector } from '@xstate/react';
import { type FormEvent, type MouseEvent, useRef, useState } from 'react';
import { useTranslation } from 'react-i18next';
import {
  type HomeOrders,
  openRedeem,
  selectGame,
  selectHomeOrders,
  selectRedeemScreen,
  trimRedeemCode,
} from '../../../machines/home/home.screens.ts';
import type { HomeConfig, PointBonus } from '../../../machines/home/home.types.ts';
import type { OrderRecord } from '../../../machines/order/order.types.ts';
import { detailPath, RECHARGE_EPOINT } from '../../../machines/signed-in/signed-in.pages.ts';
import { Picture } from '../../art/picture.tsx';
import { ButtonLink, buttonClass } from '../../ui/button.tsx';
import { TextField } from '../../ui/field.tsx';
import { Icon } from '../../ui/icon.tsx';
import { List } from '../../ui/list.tsx';
import { Skeleton } from '../../ui/skeleton.tsx';
import { PageLink } from '../app/page-link.view.tsx';
import { useBrowserActions, usePortal } from '../app/portal.context.tsx';
import { sendIfUsed } from '../app/send-if-used.ts';
import { siteLink } from '../app/site-link.ts';
import { againUrl } from '../order/again-url.ts';
import { OrderStatusBadge } from '../order/order-status.view.tsx';
import { orderPrice, recordTitle } from '../order/order-text.ts';
import { useLiveStatus } from '../order/payment-actor.ts';
import { RecipientLine } from '../order/player-name.view.tsx';
import { useHomeActor } from './home-actor.ts';
import css from './quick-actions.module.css';

/** The API cannot redeem a code: the code is copied, and the game's own page opens, where the player pastes it. */
const Redeem = ({ game, href }: { readonly game: string; readonly href: string }) => {
  const { t } = useTranslation(['content', 'portal']);
  const { copyText } = useBrowserActions();
  const form = useRef<HTMLFormElement>(null);
  const [code, setCode] = useState('');
  const actor = useHomeActor();
  const screen = useSelector(actor, (snapshot) => (snapshot ? selectRedeemScreen(snapshot) : 'idle'));
  const open = (event: MouseEvent) => {
    if (!actor) return;
    actor.send(openRedeem(code));
    if (selectRedeemScreen(actor.getSnapshot()) === 'missing') {
      event.preventDefault();
      form.current?.querySelector('input')?.focus();
      return;
    }
    copyText(trimRedeemCode(code)).then((isCopied) => actor.send({ type: isCopied ? 'code.copied' : 'code.refused' }));
  };
  const edit = (typed: string) => {
    setCode(typed);
    if (actor) sendIfUsed(actor, { type: 'code.edit' });
  };
  const submit = (event: FormEvent) => {
    event.preventDefault();
    form.current?.querySelector('a')?.click();
  };
  return (
    <section className={css['card']} id="redeem">
      <div className={css['words']}>
        <h2>{t('portal:home.redeem')}</h2>
        <p>{t('home.redeem.text')}</p>
      </div>
      <form ref={form} className={css['code']} onSubmit={submit} noValidate>
        <TextField
          label={t('home.redeem.code')}
          name="redeem"
          value={code}
          onChange={edit}
          autoComplete="off"
          maxLength={64}
          error={screen === 'missing' ? t('home.redeem.missing') : null}
        />
        <ButtonLink
          variant="secondary"
          icon="external"
          external
          href={href}
          onClick={open}
          aria-label={`${t('home.redeem.open')}: ${game} ${t('portal:menu.newWindow')}`}
        >
          {t('home.redeem.open')}
        </ButtonLink>
      </form>
      <p role="status">
        {screen === 'copied' ? t('home.redeem.copied') : screen === 'refused' ? t('home.redeem.refused') : ''}
      </p>
    </section>
  );
};

type OrderProps = { readonly record: OrderRecord };

const ItemPicture = ({ record }: OrderProps) => (
  <Picture name={record.art} fallback={record.orderType === 'epoint' ? 'epoint' : 'item'} width={48} />
);

const RunningOrder = ({ record }: OrderProps) => {
  const { i18n } = useTranslation();
  return (
    <PageLink className={css['card']} to={detailPath(record.paymentId)}>
      <ItemPicture record={record} />
      <span className={css['words']}>
        <strong>{recordTitle(record, i18n.language)}</strong>
        <OrderStatusBadge record={useLiveStatus(record)} />
      </span>
      <Icon name="arrow" />
    </PageLink>
  );
};

const LastOrder = ({ record }: OrderProps) => {
  const { t, i18n } = useTranslation('payment');
  const { recipient } = record;
  const again = againUrl(record);
  return (
    <section className={css['card']}>
      <ItemPicture record={record} />
      <div className={css['words']}>
        <h2>{recordTitle(record, i18n.language)}</h2>
        {recipient && (
          <p>
            <RecipientLine recipient={recipient} />
          </p>
        )}
      </div>
      <strong>{orderPrice(record, i18n.language)}</strong>
      {again && (
        <PageLink className={buttonClass({ variant: 'secondary', wide: true })} to={again}>
          <Icon name="refresh" />
          <span>{t('action.again')}</span>
        </PageLink>
      )}
    </section>
  );
};

const Steps = () => {
  const { t } = useTranslation('portal');
  const steps = [t('home.steps.role'), t('home.steps.item'), t('home.steps.pay'), t('home.steps.play')];
  return (
    <section className={css['card']}>
      <h2>{t('home.steps.title')}</h2>
      <List ordered className={css['steps']}>
        {steps.map((step) => (
          <li key={step}>{step}</li>
        ))}
      </List>
    </section>
  );
};

const FirstCard = ({ orders }: { readonly orders: HomeOrders | undefined }) => {
  if (!orders || orders.loading) return <Skeleton height={148} />;
  return orders.last ? <LastOrder record={orders.last} /> : <Steps />;
};

const Bonus = ({ bonus }: { readonly bonus: PointBonus }) => {
  const { t, i18n } = useTranslation(['content', 'recharge']);
  const percent = new Intl.NumberFormat(i18n.language, { style: 'percent' }).format(bonus.percent / 100);
  return (
    <PageLink className={css['card']} to={RECHARGE_EPOINT}>
      <Picture name="epoint" fallback="epoint" width={48} />
      <span className={css['words']}>
        <strong>{t('content:home.bonus', { percent })}</strong>
        <small>{bonus.isFirst ? t('recharge:epoint.firstPurchase') : t('recharge:epoint.extraBonus')}</small>
      </span>
      <Icon name="arrow" />
    </PageLink>
  );
};

const Code = ({ home }: { readonly home: HomeConfig }) => {
  const { i18n } = useTranslation();
  const game = useSelector(useHomeActor(), (snapshot) => selectGame(snapshot, home.games));
  const redeem = game && siteLink(game.redeemUrl, i18n.language);
  return redeem && <Redeem key={game.gameId} game={game.name} href={redeem} />;
};

const isSameOrders = (one: HomeOrders | undefined, other: HomeOrders | undefined): boolean =>
  one?.loading === other?.loading && one?.last === other?.last && shallowEqual(one?.running, other?.running);

type QuickActionsProps = { readonly home: HomeConfig | null; readonly isLoading: boolean };

/** What a known player does most: the orders on their way, the last one again, a bonus, a code. Loading parts keep their space. */
export const QuickActions = ({ home, isLoading }: QuickActionsProps) => {
  const actor = useHomeActor();
  const orders = useSelector(actor, (snapshot) => snapshot && selectHomeOrders(snapshot), isSameOrders);
  const running = orders?.running ?? [];
  const bonus = useSelector(actor, (snapshot) => snapshot?.context.bonus);
  const isBonusLoading = useSelector(actor, (snapshot) => snapshot?.matches({ bonus: 'loading' }) !== false);
  const narrow = useSelector(usePortal(), ({ context }) => context.isMobile);
  return (
    <div className={css['quick']}>
      <div>
        {running.map((record) => (
          <RunningOrder key={record.paymentId} record={record} />
        ))}
        <FirstCard orders={orders} />
        {bonus ? <Bonus bonus={bonus} /> : isBonusLoading && <Skeleton height={84} />}
      </div>
      <div>
        {isLoading && <Skeleton height={narrow ? 254 : 202} />}
        {home && <Code home={home} />}
      </div>
    </div>
  );
};
