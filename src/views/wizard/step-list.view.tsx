import { memo, type ReactNode, useLayoutEffect, useRef } from 'react';
import { useTranslation } from 'react-i18next';
import { Icon } from '../../ui/icon.tsx';
import { List } from '../../ui/list.tsx';
import { Announcer } from '../../ui/live-region.tsx';
import { type HeadingRef, useContentFocus } from '../app/focus-heading.ts';
import css from './step-list.module.css';
import { STEP_NOTICE_ID } from './step-notice.view.tsx';

type StepTexts = { readonly title: string; readonly question: string };

/** Texts of the steps of both wizards; `screen` is the name of the wizard's screen. */
export const useStepTexts = (screen: string) => {
  const { t } = useTranslation('recharge');
  const questions: Readonly<Record<string, string>> = {
    creating: t('creating.title'),
    uncertain: t('uncertain.title'),
  };
  return {
    recipient: { title: t('recipient.role'), question: t('recipient.question') },
    item: { title: t('item.title'), question: t('item.question') },
    channel: { title: t('channel.title'), question: t('channel.question') },
    confirm: { title: t('confirm.title'), question: questions[screen] ?? t('confirm.question') },
  };
};

/** The choices above the heading come into view, the first one above all. The confirmation is about them, so its heading must not scroll them away. */
const focusStep = (heading: HTMLElement, name: string): void => {
  const step = heading.closest('li');
  for (const row of [step?.previousElementSibling, step?.parentElement?.firstElementChild])
    row?.scrollIntoView({ block: 'nearest' });
  heading.focus({ preventScroll: name === 'confirm' });
};

/**
 * Focuses the heading of a step when it opens; the focus does not move from or to the screens in `ignored`. `content`: see `useContentFocus`.
 */
export const useStepFocus = (name: string, ignored: readonly string[], content: string | null): HeadingRef => {
  const heading = useContentFocus(content);
  const shown = useRef(name);
  // Before the effects of the step, which may scroll further.
  useLayoutEffect(() => {
    const before = shown.current;
    shown.current = name;
    const isOther = before !== name && !ignored.includes(before) && !ignored.includes(name);
    if (isOther && heading.current) focusStep(heading.current, name);
  }, [name, ignored, heading]);
  return heading;
};

const Disc = ({ number, done = false }: { readonly number: number; readonly done?: boolean }) => (
  <span className={css['disc']} data-done={done} aria-hidden="true">
    {done ? <Icon name="check" size={16} /> : number}
  </span>
);

type FoldedStepProps<Step> = {
  readonly step: Step;
  readonly number: number;
  readonly total: number;
  readonly title: string;
  readonly line: ReactNode;
  readonly done: boolean;
  /** Null for a step that the player cannot return to. */
  readonly onReturn: ((step: Step) => void) | null;
};

const Folded = <Step extends string>({ step, number, total, title, line, done, onReturn }: FoldedStepProps<Step>) => {
  const { t } = useTranslation('recharge');
  return (
    <li className={css['folded']} data-done={done}>
      <Disc number={number} done={done} />
      <div className={css['text']}>
        <h2>
          <span className="visually-hidden">{`${t('step.position', { number, total })} `}</span>
          <span>{title}</span>
        </h2>
        <div>{line}</div>
      </div>
      {onReturn && (
        <button
          type="button"
          className={css['change']}
          aria-label={t('step.changeStep', { title })}
          onClick={() => onReturn(step)}
        >
          {t('step.change')}
        </button>
      )}
    </li>
  );
};

const FoldedStep = memo(Folded) as typeof Folded;

/** The numbered steps: one is open, finished ones show their choice, later ones their question. */
export const StepList = <Step extends string>(props: {
  readonly steps: readonly Step[];
  readonly open: Step;
  readonly texts: Readonly<Record<Step, StepTexts>>;
  /** The choice of a step in one line, or null while there is none. A step renders again only if its line is a different object. */
  readonly lines: Readonly<Record<Step, ReactNode>>;
  readonly reachable: readonly string[];
  /** Must be stable across renders. */
  readonly onReturn: (step: Step) => void;
  /** The heading of the open step, which takes the focus when the step opens. */
  readonly heading: HeadingRef;
  /** While the order is created, the question says so and is announced. */
  readonly isOrdering: boolean;
  readonly children: ReactNode;
}) => {
  const { steps, open, texts, lines, reachable, onReturn, heading, isOrdering, children } = props;
  const { t } = useTranslation('recharge');
  return (
    <>
      <List ordered className={css['list']} aria-label={t('step.list')}>
        {steps.map((step, at) => {
          const number = at + 1;
          const total = steps.length;
          const { title, question } = texts[step];
          if (step === open) {
            return (
              <li key={step} className={css['open']} aria-current="step">
                <h2 ref={heading} tabIndex={-1} className={css['question']} aria-describedby={STEP_NOTICE_ID}>
                  <Disc number={number} />
                  <span className="visually-hidden">{`${t('step.position', { number, total })} `}</span>
                  <span>{question}</span>
                </h2>
                {children}
              </li>
            );
          }
          const done = at < steps.indexOf(open);
          return (
            <FoldedStep
              key={step}
              step={step}
              number={number}
              total={total}
              title={title}
              done={done}
              line={lines[step]}
              onReturn={done && reachable.includes(step) ? onReturn : null}
            />
          );
        })}
      </List>
      <Announcer message={isOrdering ? texts[open].question : ''} />
    </>
  );
};
