import { type ComponentType, type MouseEvent, Suspense, useEffect, useRef, useState } from 'react';
import { createRoot } from 'react-dom/client';
import '../../../styles/tokens.css';
import '../../../styles/base.css';
import css from './qa-page.module.css';

const NAMES = { recording: 'Recording', live: 'Live', lab: 'Lab', gallery: 'Gallery' } as const;

type TabName = keyof typeof NAMES;

type Tabs = Readonly<Partial<Record<TabName, ComponentType>>>;

const tabIn = (search: string): TabName => {
  const name = new URLSearchParams(search).get('tab');
  return name !== null && Object.hasOwn(NAMES, name) ? (name as TabName) : 'recording';
};

const addressOf = (name: TabName): string => (name === 'recording' ? '/qa' : `/qa?tab=${name}`);

/** The chosen tab, which the URL names. Each tab keeps the rest of its URL while another one is shown. */
const useTab = () => {
  const [tab, setTab] = useState(() => tabIn(window.location.search));
  const left = useRef<Partial<Record<TabName, string>>>({});
  useEffect(() => {
    const onPopState = (): void => setTab(tabIn(window.location.search));
    window.addEventListener('popstate', onPopState);
    return () => window.removeEventListener('popstate', onPopState);
  }, []);
  const goTo = (event: MouseEvent, name: TabName): void => {
    if (event.ctrlKey || event.metaKey || event.shiftKey) return;
    event.preventDefault();
    if (name === tab) return;
    const { pathname, search, hash } = window.location;
    left.current[tab] = pathname + search + hash;
    window.history.pushState(null, '', left.current[name] ?? addressOf(name));
    setTab(name);
  };
  return [tab, goTo] as const;
};

const QaPage = ({ tabs }: { readonly tabs: Tabs }) => {
  const [tab, goTo] = useTab();
  const names = Object.keys(tabs) as TabName[];
  const Shown = tabs[tab];
  useEffect(() => {
    if (names.length > 1) document.title = `${NAMES[tab]} · QA`;
  }, [names.length, tab]);
  return (
    <div className={css['page']} data-fills={tab === 'recording' || tab === 'live' || undefined}>
      <header className={`${css['head']} ${css['dense']}`}>
        <h1 className="visually-hidden">{NAMES[tab]}</h1>
        <nav aria-label="Tools">
          {names.map((name) => (
            <a
              key={name}
              href={addressOf(name)}
              aria-current={name === tab ? 'page' : undefined}
              onClick={(event) => goTo(event, name)}
            >
              {NAMES[name]}
            </a>
          ))}
        </nav>
      </header>
      <Suspense>{Shown && <Shown />}</Suspense>
    </div>
  );
};

export const drawQaPage = (tabs: Tabs): void => {
  const root = document.getElementById('app');
  if (!root) throw new Error('the page has no #app');
  createRoot(root).render(<QaPage tabs={tabs} />);
};
