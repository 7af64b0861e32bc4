import { useSelector } from '@xstate/react';
import type { FocusEvent, ReactNode } from 'react';
import { useTranslation } from 'react-i18next';
import type { ActorRefFrom } from 'xstate';
import { detailPath } from '../../../machines/signed-in/signed-in.pages.ts';
import type { toastsMachine } from '../../../machines/toasts/toasts.machine.ts';
import { selectToastsScreen } from '../../../machines/toasts/toasts.screens.ts';
import { Callout } from '../../ui/callout.tsx';
import { PageLink } from '../app/page-link.view.tsx';
import { usePortal } from '../app/portal.context.tsx';
import { useNoticeText } from './notice-text.ts';
import css from './notices.module.css';

const ToastList = ({ actor }: { readonly actor: ActorRefFrom<typeof toastsMachine> }): ReactNode => {
  const { t } = useTranslation('portal');
  const noticeText = useNoticeText();
  const screen = useSelector(actor, selectToastsScreen);
  const pause = () => actor.send({ type: 'toast.pause' });
  const resume = () => actor.send({ type: 'toast.resume' });
  const left = (event: FocusEvent) => {
    if (!event.currentTarget.contains(event.relatedTarget)) resume();
  };
  return (
    <section
      className={css['notices']}
      aria-label={t('frame.notices')}
      aria-live="polite"
      data-state={screen.name}
      onPointerEnter={pause}
      onPointerLeave={resume}
      onFocus={pause}
      onBlur={left}
    >
      {screen.name === 'showing' &&
        screen.toasts.map((toast) => (
          <div key={toast.id} className={css['notice']} data-subject={toast.subject}>
            <Callout
              tone={toast.level}
              onDismiss={() => actor.send({ type: 'toast.close', id: toast.id })}
              dismissLabel={t('frame.closeNotice')}
            >
              {noticeText(toast)}{' '}
              {toast.orderId && <PageLink to={detailPath(toast.orderId)}>{t('frame.viewOrder')}</PageLink>}
            </Callout>
          </div>
        ))}
    </section>
  );
};

/** The toasts. None disappears while the pointer is over one or the focus is inside. */
export const Notices = (): ReactNode => {
  const actor = useSelector(usePortal(), ({ children }) => children.toasts);
  return actor ? <ToastList actor={actor} /> : null;
};
