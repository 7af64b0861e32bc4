import { useSelector } from '@xstate/react';
import { useEffect, useRef } from 'react';
import { useTranslation } from 'react-i18next';
import type { ActorRefFrom } from 'xstate';
import type { FailureReason } from '../../../machines/kernel/failure.ts';
import { detailPath } from '../../../machines/signed-in/signed-in.pages.ts';
import type { Toast, ToastSubject, toastsMachine } from '../../../machines/toasts/toasts.machine.ts';
import { selectToastsScreen } from '../../../machines/toasts/toasts.screens.ts';
import { useReasonText } from '../../i18n/failure-text.ts';
import { Callout } from '../../ui/callout.tsx';
import { PageLink } from '../app/page-link.view.tsx';
import { usePortal } from '../app/portal.context.tsx';
import { sendIfUsed } from '../app/send-if-used.ts';
import css from './toasts.module.css';

const TOAST_ONLY = [
  'loginSucceeded',
  'loginAccountMissing',
  'roleReportFailed',
  'balanceFailed',
  'paidLate',
  'orderPaid',
  'pointsPaid',
  'orderDelivered',
  'pointsAdded',
  'unpaidFailed',
  'storageUnavailable',
  'localeFailed',
  'copied',
  'serviceLinkMissing',
  'backOnline',
] as const satisfies readonly Exclude<ToastSubject, FailureReason>[];

const isToastOnly = (subject: ToastSubject): subject is (typeof TOAST_ONLY)[number] =>
  TOAST_ONLY.some((own) => own === subject);

const useToastText = (): ((toast: Toast) => string) => {
  const { t } = useTranslation('notices');
  const reasonText = useReasonText();
  return ({ subject }) => (isToastOnly(subject) ? t(subject) : reasonText(subject));
};

const ToastList = ({ actor }: { readonly actor: ActorRefFrom<typeof toastsMachine> }) => {
  const { t } = useTranslation('portal');
  const toastText = useToastText();
  const screen = useSelector(actor, selectToastsScreen);
  const section = useRef<HTMLElement>(null);
  const isPointedAt = useRef(false);
  const pause = () => sendIfUsed(actor, { type: 'toast.pause' });
  const resume = () => {
    if (!isPointedAt.current && !section.current?.matches(':focus-within')) sendIfUsed(actor, { type: 'toast.resume' });
  };
  // React suppresses the blur event of a removed button.
  useEffect(resume);
  const close = (id: number) => {
    const focused = section.current?.querySelector(':focus-visible')?.closest('[data-subject]');
    focused?.nextElementSibling?.querySelector('button')?.focus();
    actor.send({ type: 'toast.close', id });
  };
  return (
    <section
      ref={section}
      className={css['toasts']}
      aria-label={t('frame.notices')}
      aria-live="polite"
      data-state={screen.name}
      onPointerEnter={() => {
        isPointedAt.current = true;
        pause();
      }}
      onPointerLeave={() => {
        isPointedAt.current = false;
        resume();
      }}
      onFocus={pause}
      onBlur={resume}
    >
      {screen.name === 'showing' &&
        screen.toasts.map((toast) => (
          <div key={toast.id} className={css['toast']} data-subject={toast.subject}>
            <Callout tone={toast.level} onDismiss={() => close(toast.id)} dismissLabel={t('frame.closeNotice')}>
              <span>{`${toastText(toast)} `}</span>
              {toast.orderId && <PageLink to={detailPath(toast.orderId)}>{t('frame.viewOrder')}</PageLink>}
            </Callout>
          </div>
        ))}
    </section>
  );
};

/** The toasts. None disappears while the pointer is over one or the focus is inside. */
export const Toasts = () => {
  const actor = useSelector(usePortal(), ({ children }) => children.toasts);
  return actor ? <ToastList actor={actor} /> : null;
};
