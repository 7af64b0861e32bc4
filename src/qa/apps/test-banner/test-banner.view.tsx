import { useEffect, useLayoutEffect, useRef, useState, useSyncExternalStore } from 'react';
import { createRoot } from 'react-dom/client';
import type { PortalQa } from '../instrumentation.ts';
import css from './test-banner.module.css';

const LOOK_MS = 1_000;

/** Why nothing arrives at the inspector; null while it answers. */
const troubleText = ({ target, blocked, isUnanswered }: ReturnType<PortalQa['inspection']>): string | null => {
  if (blocked) return "The browser blocked the inspector's window:";
  if (!isUnanswered || !target) return null;
  return target.kind === 'socket'
    ? `No receiver at ${target.url}, trying again`
    : `${new URL(target.url).host} does not answer. Live works without it`;
};

const Inspectors = ({ qa }: { readonly qa: PortalQa }) => {
  const [state, setState] = useState(qa.inspection);
  const { target, blocked } = state;
  useEffect(() => {
    if (target === null) return undefined;
    const look = (): void => {
      if (qa.inspection().isClosed) qa.inspect('off');
      setState(qa.inspection());
    };
    const timer = setInterval(look, LOOK_MS);
    return () => clearInterval(timer);
  }, [qa, target]);
  const choose = (kind: 'window' | 'off'): void => {
    qa.inspect(kind);
    setState(qa.inspection());
  };
  const isOpen = target !== null && !blocked;
  const trouble = troubleText(state);
  return (
    <span className={css['group']} data-inspect={isOpen ? target.kind : 'off'}>
      {trouble && <span role="status">{trouble}</span>}
      <button type="button" onClick={() => choose(isOpen ? 'off' : 'window')}>
        {isOpen ? 'Close inspector' : 'Stately'}
      </button>
    </span>
  );
};

type ShareProps = { readonly qa: PortalQa; readonly onProblem: (problem: string | null) => void };

const ShareButton = ({ qa, onProblem }: ShareProps) => {
  const [isSharing, setSharing] = useState(false);
  const share = async (): Promise<void> => {
    setSharing(true);
    onProblem(
      await qa.share().catch(() => 'The page of this recording could not be made. Save the recording instead.'),
    );
    setSharing(false);
  };
  return (
    <button
      type="button"
      disabled={isSharing}
      onClick={() => void share()}
      title="Downloads the recording as a page that opens without a server"
    >
      {isSharing ? 'Sharing…' : 'Share'}
    </button>
  );
};

/** `playing`: the scenario in the URL; resolves with an error message or null. */
type BannerProps = { readonly qa: PortalQa; readonly playing: Promise<string | null> | null };

const TestBannerView = ({ qa, playing }: BannerProps) => {
  const rows = useSyncExternalStore(qa.onChange, () => qa.count().rows);
  const [broken] = useSyncExternalStore(qa.onBrokenRule, qa.brokenRules);
  const [stopped, setStopped] = useState(qa.isStopped);
  const [isOpen, setOpen] = useState(false);
  const [problem, setProblem] = useState<string | null>(null);
  useEffect(() => void playing?.then(setProblem), [playing]);
  const lab = useRef<HTMLAnchorElement>(null);
  // Dialogs of the portal make the banner inert; these keys still work.
  useLayoutEffect(() => {
    const press = (event: KeyboardEvent): void => {
      if (!event.altKey || !event.shiftKey || (event.code !== 'KeyS' && event.code !== 'KeyL')) return;
      event.preventDefault();
      if (event.code === 'KeyS') void qa.save();
      else lab.current?.click();
    };
    window.addEventListener('keydown', press, { capture: true });
    return () => window.removeEventListener('keydown', press, { capture: true });
  }, [qa]);
  const { pages, lost } = qa.count();
  return (
    <aside className={css['bar']} aria-label="Testing" data-broken={broken?.id}>
      <strong className={css['sign']}>TEST · no money moves</strong>
      {broken && (
        <strong role="alert" title={`${broken.path} after ${broken.event}: ${broken.problem}`}>
          Broken rule: {broken.sentence} ({broken.id})
        </strong>
      )}
      <span className={css['group']}>
        <span className={css['count']} data-recording={!stopped}>
          {stopped ? 'Stopped' : 'Recording'} · {rows} rows
          {pages > 1 && <span className={css['pages']}> · {pages} pages</span>}
        </span>
        {lost > 0 && (
          <span>{lost === 1 ? '1 earlier page' : `${lost} earlier pages`} lost: the tab's storage is full</span>
        )}
      </span>
      {problem && <span role="alert">{problem}</span>}
      <button type="button" className={css['toggle']} aria-expanded={isOpen} onClick={() => setOpen(!isOpen)}>
        Tools
      </button>
      <div className={css['tools']} data-open={isOpen}>
        <span className={css['group']}>
          <button type="button" onClick={() => void qa.save()} title="Alt + Shift + S, also while a dialog is open">
            Save
          </button>
          <ShareButton qa={qa} onProblem={setProblem} />
          <button
            type="button"
            disabled={stopped}
            onClick={() => {
              qa.stop();
              setStopped(true);
            }}
          >
            Stop
          </button>
          <button type="button" onClick={qa.restart} title="Deletes the recording and reloads the page">
            Start over
          </button>
        </span>
        <Inspectors qa={qa} />
        <a href="/qa?tab=live" target="portal-live" rel="opener">
          Live
        </a>
        <a href="/qa" target="portal-recording" rel="opener">
          Recording
        </a>
        <a
          ref={lab}
          href="/qa?tab=lab"
          target="portal-lab"
          rel="opener"
          title="Alt + Shift + L, also while a dialog is open"
        >
          Lab
        </a>
        <a href="/qa?tab=gallery" target="_blank" rel="noreferrer">
          Gallery
        </a>
      </div>
    </aside>
  );
};

export const drawTestBanner = (props: BannerProps): void => {
  const root = document.createElement('div');
  root.id = 'qa-bar';
  document.body.prepend(root);
  createRoot(root).render(<TestBannerView {...props} />);
};
