import { type ReactNode, useEffect, useState } from 'react';
import { Button } from '../../ui/button.tsx';
import { List } from '../../ui/list.tsx';
import type { QaTheme } from '../theme/qa-theme.ts';
import { QaThemeSwitch } from '../theme/qa-theme-switch.view.tsx';
import { AccountPanel } from './account-panel.view.tsx';
import { DevicePanel } from './device-panel.view.tsx';
import { FaultPanel } from './fault-panel.view.tsx';
import css from './lab.module.css';
import { type ScenarioName, scenarioNamed } from './lab.scenarios.ts';
import type { Lab } from './lab.ts';
import type { LabTrigger } from './lab.types.ts';
import { OrderPanel } from './order-panel.view.tsx';
import { TimePanel } from './time-panel.view.tsx';

const REFRESH_MS = 1_000;

const WAITING = {
  confirm: 'waits until the confirmation of an order is open.',
  order: 'waits until there is an order.',
  paid: 'waits until an order is paid.',
} as const satisfies Readonly<Record<LabTrigger, string>>;

const pathOf = (address: string): string => new URL(address).pathname;

export type LabViewProps = {
  /** The lab of the portal's page that opened this one; null while that page loads or after it closed. */
  readonly lab: () => Lab | null;
  /** The URL of that page. */
  readonly address: () => string;
  readonly theme: QaTheme;
};

/** The lab of the page that opened this one, read every second because that page may reload. */
const useLab = (find: () => Lab | null): Lab | null => {
  const [lab, setLab] = useState(find);
  const [, setBeat] = useState(0);
  useEffect(() => {
    const timer = setInterval(() => {
      setLab(find);
      setBeat((beat) => beat + 1);
    }, REFRESH_MS);
    return () => clearInterval(timer);
  }, [find]);
  return lab;
};

export const LabView = ({ lab: find, address, theme }: LabViewProps): ReactNode => {
  const lab = useLab(find);
  const [status, setStatus] = useState('');
  useEffect(() => {
    if (!lab) setStatus('');
  }, [lab]);
  const heading = (
    <header className={css['head']}>
      <h1>Lab</h1>
      <QaThemeSwitch theme={theme} />
    </header>
  );
  if (!lab)
    return (
      <main className={css['lab']}>
        {heading}
        <p>
          Open this page with “Lab” in the banner of the portal: it acts on the page that opened it. Without that page,
          or while it loads, nothing can be forced.
        </p>
      </main>
    );
  const report = (what: string) => (why: string | null) =>
    setStatus(why === null ? `Done: ${what}.` : `${what}: ${why}`);
  const play = (name: ScenarioName): void => {
    const { title } = lab.scenarios[name];
    const from = scenarioNamed(name)?.from;
    if (from) setStatus(`${title}: ${WAITING[from]}`);
    void lab.play(name).then(report(title));
  };
  const names = Object.keys(lab.scenarios) as ScenarioName[];
  return (
    <main className={css['lab']}>
      {heading}
      <p>
        <a href="/qa-gallery">Gallery of all screens</a>
      </p>
      <p className={css['sign']}>TEST · no money moves. Faults affect this browser only.</p>
      <p>
        It acts on <code>{pathOf(address())}</code>,{' '}
        {lab.userId() === null ? 'without a login' : `logged in as ${lab.userId()}`}.
      </p>
      <p role="status" className={css['status']}>
        {status}
      </p>
      <OrderPanel lab={lab} onDone={report} />
      <TimePanel lab={lab} onDone={report} />
      <DevicePanel lab={lab} onDone={report} />
      <AccountPanel lab={lab} onDone={report} />
      <FaultPanel lab={lab} onDone={report} />
      <section>
        <h2>Scenarios</h2>
        <List className={css['scenarios']}>
          {names.map((name) => (
            <li key={name}>
              <div>
                <strong>{lab.scenarios[name].title}</strong>
                <p>{lab.scenarios[name].expect}</p>
              </div>
              <Button
                variant="secondary"
                aria-label={`Set up: ${lab.scenarios[name].title}`}
                onClick={() => play(name)}
              >
                Set up
              </Button>
              <a
                href={lab.link(name, address())}
                target="_blank"
                rel="noreferrer"
                aria-label={`Open in a new tab: ${lab.scenarios[name].title}`}
              >
                Open in a new tab
              </a>
            </li>
          ))}
        </List>
      </section>
    </main>
  );
};
