import { shallowEqual, useSelector } from '@xstate/react';
import { useTranslation } from 'react-i18next';
import type { Bulletin } from '../../../machines/bulletins/bulletins.machine.ts';
import { selectStripScreen } from '../../../machines/bulletins/bulletins.screens.ts';
import { isResult, selectPaymentScreen } from '../../../machines/payment/payment.screens.ts';
import { articlePath } from '../../../machines/signed-in/signed-in.pages.ts';
import { selectOrderInView } from '../../../machines/signed-in/signed-in.screens.ts';
import { formatNumber } from '../../i18n/formats.ts';
import { localText } from '../../i18n/local-text.ts';
import { Icon } from '../../ui/icon.tsx';
import { PageLink } from '../app/page-link.view.tsx';
import { usePlayer, usePortal } from '../app/portal.context.tsx';
import { usePaymentActor } from '../order/payment-actor.ts';
import css from './bulletin-strip.module.css';
import { useBulletinsActor } from './bulletins-actor.ts';

/** One bulletin on one line, linked to its article if it has one; otherwise a tap shows the rest of it. */
const BulletinText = ({ bulletin }: { readonly bulletin: Bulletin }) => {
  const { i18n } = useTranslation();
  const { text, lang } = localText(bulletin.title, bulletin.titles, i18n.language);
  return bulletin.articleId === null ? (
    <details>
      <summary lang={lang}>{text}</summary>
    </details>
  ) : (
    <PageLink lang={lang} to={articlePath(bulletin.articleId)}>
      {text}
    </PageLink>
  );
};

/** Whether the page shows an order or the result of its payment, which comes first. */
const useIsOverResult = (): boolean => {
  const isOrderPage = useSelector(usePortal(), ({ context }) => context.page?.name === 'payment_detail');
  const orderId = useSelector(usePlayer(), (snapshot) => (snapshot ? selectOrderInView(snapshot) : null));
  const name = useSelector(
    usePaymentActor(orderId ?? ''),
    (snapshot) => snapshot && selectPaymentScreen(snapshot).name,
  );
  return isOrderPage || (name !== undefined && isResult(name));
};

/** The top bulletins, one at a time. They never move on their own, and are not above the result of a payment. */
export const BulletinStrip = () => {
  const { t, i18n } = useTranslation('content');
  const actor = useBulletinsActor();
  const screen = useSelector(actor, (snapshot) => snapshot && selectStripScreen(snapshot), shallowEqual);
  if (useIsOverResult()) return null;
  if (!actor || !screen || screen.name === 'loading') return <div className={css['space']} />;
  if (screen.name === 'absent') return null;
  const { bulletin, position, count } = screen;
  const turn = (by: 1 | -1) => () => actor.send({ type: 'bulletin.turn', by });
  const number = (value: number) => formatNumber(value, i18n.language);
  return (
    <section className={css['strip']} aria-label={t('strip.label')} data-state="shown">
      <Icon name="megaphone" />
      <div aria-live="polite">
        <BulletinText key={bulletin.bulletinId} bulletin={bulletin} />
      </div>
      {count > 1 && (
        <div className={css['turnButtons']}>
          <button type="button" className={css['turn']} aria-label={t('strip.previous')} onClick={turn(-1)}>
            <Icon name="chevron" size={16} />
          </button>
          <span>{t('strip.position', { position: number(position), count: number(count) })}</span>
          <button type="button" className={css['turn']} aria-label={t('strip.next')} onClick={turn(1)}>
            <Icon name="chevron" size={16} />
          </button>
        </div>
      )}
      <button
        type="button"
        className={css['close']}
        aria-label={t('strip.close')}
        onClick={() => actor.send({ type: 'strip.close' })}
      >
        <Icon name="close" size={16} />
      </button>
    </section>
  );
};
