import type { ReactNode, RefObject } from 'react';
import { useTranslation } from 'react-i18next';
import { Icon } from '../../ui/icon.tsx';
import css from './steps.module.css';

type Place = { readonly number: number; readonly position: string };

const Disc = ({ number, done = false }: { readonly number: number; readonly done?: boolean }): ReactNode => (
  <span className={css['disc']} data-done={done} aria-hidden="true">
    {done ? <Icon name="check" size={16} /> : number}
  </span>
);

/** The step that is being asked. Its heading takes the focus when it opens. */
export const OpenStep = ({
  number,
  position,
  question,
  heading,
  children,
}: Place & {
  readonly question: string;
  readonly heading: RefObject<HTMLHeadingElement | null>;
  readonly children: ReactNode;
}): ReactNode => (
  <li className={css['open']} aria-current="step">
    <h2 ref={heading} tabIndex={-1} className={css['question']}>
      <Disc number={number} />
      <span className="visually-hidden">{position} </span>
      {question}
    </h2>
    {children}
  </li>
);

/** A finished step with its choice, or a later one with what it will ask. */
export const FoldedStep = ({
  number,
  position,
  title,
  line,
  done,
  changeLabel,
  onChange,
}: Place & {
  readonly title: string;
  readonly line: ReactNode;
  readonly done: boolean;
  readonly changeLabel: string;
  readonly onChange: (() => void) | null;
}): ReactNode => {
  const { t } = useTranslation('recharge');
  return (
    <li className={css['folded']} data-done={done}>
      <Disc number={number} done={done} />
      <div className={css['words']}>
        <h2>
          <span className="visually-hidden">{position} </span>
          {title}
        </h2>
        <span>{line}</span>
      </div>
      {onChange && (
        <button type="button" className={css['change']} aria-label={changeLabel} onClick={onChange}>
          {t('step.change')}
        </button>
      )}
    </li>
  );
};
