import { nameLanguage, shapes, wordmark } from 'virtual:brand/name';
import { PageLink } from '../app/page-link.view.tsx';
import css from './brand.module.css';

const Mark = () => (
  <svg width="32" height="32" viewBox="0 0 32 32" aria-hidden="true" focusable="false">
    {shapes}
  </svg>
);

/** Logo and name; index.html shows the same before any code is loaded. */
export const Logo = () => (
  <>
    <Mark />
    <span lang={nameLanguage}>
      <span>{wordmark.main}</span>
      <b>{wordmark.last}</b>
    </span>
  </>
);

export const Brand = () => (
  <PageLink className={css['brand']} to="/main/home">
    <Logo />
  </PageLink>
);
