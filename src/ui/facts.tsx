import type { ReactNode } from 'react';
import css from './facts.module.css';

export type Fact = { readonly key: string; readonly label: ReactNode; readonly value: ReactNode };

export const Facts = ({ rows }: { readonly rows: readonly Fact[] }) => (
  <dl className={css['facts']}>
    {rows.map(({ key, label, value }) => (
      <div key={key}>
        <dt>{label}</dt>
        <dd>{value}</dd>
      </div>
    ))}
  </dl>
);
