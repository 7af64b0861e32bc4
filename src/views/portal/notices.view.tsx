import { useSelector } from '@xstate/react';
import type { FocusEvent, ReactNode } from 'react';
import { useTranslation } from 'react-i18next';
import type { ActorRefFrom } from 'xstate';
import type { noticesMachine } from '../../../machines/notices/notices.machine.ts';
import { selectNoticesScreen } from '../../../machines/notices/notices.screens.ts';
import { Callout } from '../../ui/callout.tsx';
import { useNoticeText } from './notice-text.ts';
import css from './notices.module.css';
import { PageLink } from './page-link.view.tsx';
import { usePortal } from './portal.context.tsx';

const DRAWN = 3;

const Queue = ({ actor }: { readonly actor: ActorRefFrom<typeof noticesMachine> }): ReactNode => {
  const { t } = useTranslation('portal');
  const noticeText = useNoticeText();
  const screen = useSelector(actor, selectNoticesScreen);
  const hold = () => actor.send({ type: 'notice.hold' });
  const release = () => actor.send({ type: 'notice.release' });
  const left = (event: FocusEvent) => {
    if (!event.currentTarget.contains(event.relatedTarget)) release();
  };
  return (
    <section
      className={css['notices']}
      aria-label={t('frame.notices')}
      aria-live="polite"
      data-state={screen.name}
      onPointerEnter={hold}
      onPointerLeave={release}
      onFocus={hold}
      onBlur={left}
    >
      {screen.name === 'showing' &&
        screen.notices.slice(-DRAWN).map(({ id, subject, level, orderId }) => (
          <div key={id} className={css['notice']} data-subject={subject}>
            <Callout
              tone={level}
              onDismiss={() => actor.send({ type: 'notice.close', id })}
              dismissLabel={t('frame.closeNotice')}
            >
              {noticeText(subject)}{' '}
              {orderId && (
                <PageLink to={`/main/recharge/detail/${encodeURIComponent(orderId)}`}>{t('frame.viewOrder')}</PageLink>
              )}
            </Callout>
          </div>
        ))}
    </section>
  );
};

/** What is told in passing. Nothing disappears under the pointer or the focus. */
export const Notices = (): ReactNode => {
  const actor = useSelector(usePortal(), ({ children }) => children.notices);
  return actor ? <Queue actor={actor} /> : null;
};
