import type { ReactNode } from 'react';
import { PageLink } from '../app/page-link.view.tsx';
import css from './brand.module.css';

const Mark = (): ReactNode => (
  <svg width="32" height="32" viewBox="0 0 32 32" aria-hidden="true" focusable="false">
    <path d="M2 28 12.500 4h7L30 28h-6.500L16 10.500 8.500 28z" fill="currentColor" />
    <path d="M16 16.500 20.500 28h-9z" fill="var(--spark, var(--accent))" />
  </svg>
);

/** Logo and name; index.html shows the same before any code is loaded. */
export const Logo = (): ReactNode => (
  <>
    <Mark />
    <span lang="en">
      <span>Aurora </span>
      <b>Gate</b>
    </span>
  </>
);

export const Brand = (): ReactNode => (
  <PageLink className={css['brand']} to="/main/home">
    <Logo />
  </PageLink>
);
