import {
  type KeyboardEvent,
  type ReactNode,
  type SyntheticEvent,
  useId,
  useLayoutEffect,
  useRef,
  useState,
} from 'react';
import css from './dialog.module.css';
import { onNodesChanged } from './dom-changes.ts';

export type DialogProps = {
  readonly open: boolean;
  readonly label: string;
  /** Called on Escape; without it only the actions close the dialog. */
  readonly onDismiss?: () => void;
  readonly children: ReactNode;
  readonly actions?: ReactNode;
  readonly tone?: 'neutral' | 'warning';
  readonly 'data-state'?: string;
};

/** A browser that has no modal dialogs, or refuses one, shows it above the page without keeping the focus inside. */
const show = (dialog: HTMLDialogElement, heading: HTMLElement | null): void => {
  try {
    dialog.showModal();
  } catch {}
  if (!dialog.open) dialog.setAttribute('open', '');
  heading?.focus();
};

const close = (dialog: HTMLDialogElement): void => {
  try {
    dialog.close();
  } catch {
    dialog.removeAttribute('open');
  }
};

/** An extension that removes every copy wins, and the page remains usable behind the dialog. */
const MOST_COPIES = 4;

/**
 * Modal. The focus moves to the heading, stays inside, and returns to the previously focused element. If an extension removes the dialog
 * from the page, it is drawn again.
 */
export const Dialog = (props: DialogProps) => {
  const { open, label, onDismiss, children, actions, tone = 'neutral' } = props;
  const id = useId();
  const dialog = useRef<HTMLDialogElement>(null);
  const heading = useRef<HTMLHeadingElement>(null);
  const [copy, setCopy] = useState(1);

  useLayoutEffect(() => {
    const element = dialog.current;
    if (!open || !element) return;
    show(element, heading.current);
    const stop = onNodesChanged(element.ownerDocument, () => {
      if (!element.isConnected && copy < MOST_COPIES) setCopy(copy + 1);
    });
    return () => {
      stop();
      close(element);
    };
  }, [open, copy]);

  const dismiss = (event: SyntheticEvent) => {
    event.preventDefault();
    onDismiss?.();
  };
  const onKey = (event: KeyboardEvent) => {
    if (event.key === 'Escape') dismiss(event);
  };
  /** A browser may close a modal without a `cancel` event that can be prevented, for example when Back is pressed twice. */
  const reopen = () => {
    if (dialog.current?.open !== false) return;
    onDismiss?.();
    show(dialog.current, heading.current);
  };
  if (!open) return null;
  return (
    <dialog
      key={copy}
      ref={dialog}
      className={css['dialog']}
      data-tone={tone}
      data-state={props['data-state']}
      aria-labelledby={id}
      onCancel={dismiss}
      onClose={reopen}
      onKeyDown={onKey}
    >
      <div className={css['inside']}>
        <h2 id={id} ref={heading} tabIndex={-1}>
          {label}
        </h2>
        {children}
      </div>
      {actions && <div className={css['actions']}>{actions}</div>}
    </dialog>
  );
};
