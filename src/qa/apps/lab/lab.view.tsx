import { useCallback, useEffect, useState } from 'react';
import { List } from '../../../ui/list.tsx';
import type { ActiveFaultRule } from '../../portal/lab/lab.sandbox.ts';
import { type LabScenario, type LabTrigger, SCENARIOS, scenarioLink } from '../../portal/lab/lab.scenarios.ts';
import type { Lab } from '../../portal/lab/lab.ts';
import { Tool } from '../page/controls.view.tsx';
import page from '../page/qa-page.module.css';
import css from './lab.module.css';
import {
  AccountPanel,
  DevicePanel,
  FaultPanel,
  faultWords,
  OrderPanel,
  type PanelProps,
  SKEWS,
  TimePanel,
} from './panels.view.tsx';

const REFRESH_MS = 1_000;

const WAITING = {
  confirm: 'waits until the confirmation of an order is open',
  order: 'waits until there is an order',
  paid: 'waits until an order is paid',
} as const satisfies Readonly<Record<LabTrigger, string>>;

/** The page that opened this one; null while it loads or after it closed. */
const findPortal = (): { readonly lab: Lab; readonly address: string } | null => {
  const opener = window.opener as Window | null;
  const lab = opener?.closed ? undefined : opener?.portalQa?.lab;
  return opener && lab ? { lab, address: opener.location.href } : null;
};

/** The lab of the page that opened this one and the faults of the server, read every second because that page may reload. */
const useLab = () => {
  const [portal, setPortal] = useState(findPortal);
  const [faults, setFaults] = useState<readonly ActiveFaultRule[]>([]);
  const look = useCallback(async (): Promise<void> => {
    const found = findPortal();
    setPortal(found);
    const active = await found?.lab.sandbox.active();
    if (active?.ok) setFaults(active.value.filter(({ remaining }) => remaining !== 0));
  }, []);
  useEffect(() => {
    void look();
    const timer = setInterval(() => void look(), REFRESH_MS);
    return () => clearInterval(timer);
  }, [look]);
  return { portal, faults, look };
};

const spanText = (ms: number): string => {
  const seconds = Math.round(ms / 1_000);
  return `${Math.floor(seconds / 60)} min ${seconds % 60} s`;
};

/** Everything that is forced now, one sentence each. */
const activeNow = (lab: Lab, faults: readonly ActiveFaultRule[]): readonly string[] => {
  const { popUpsBlocked, offline, clockSkewMs } = lab.device.now();
  return [
    ...lab.waiting().map((trigger) => `A scenario ${WAITING[trigger]}`),
    ...faults.map(faultWords),
    ...(popUpsBlocked ? ['Pop-ups are blocked'] : []),
    ...(offline ? ['The device is offline'] : []),
    ...(clockSkewMs === 0 ? [] : [`The clock of the device is ${SKEWS.get(clockSkewMs) ?? 'wrong'}`]),
    ...(lab.passedMs() > 0 ? [`This browser is ${spanText(lab.passedMs())} ahead`] : []),
  ];
};

const Scenarios = ({ lab, run, address }: PanelProps & { readonly address: string }) => {
  const [query, setQuery] = useState('');
  const wanted = query.trim().toLowerCase();
  const found = Object.entries<LabScenario>(SCENARIOS).filter(([name, { title, expect }]) =>
    `${name} ${title} ${expect}`.toLowerCase().includes(wanted),
  );
  const play = (name: string, { title, from }: LabScenario): void => {
    if (from) run(`${title}; it ${WAITING[from]}`, null);
    run(title, lab.play(name));
  };
  return (
    <section>
      <h2>Scenarios</h2>
      <input
        type="search"
        aria-label="Find a scenario"
        placeholder="Find a scenario"
        value={query}
        onChange={({ target }) => setQuery(target.value)}
      />
      {found.length === 0 && <p>No scenario has these words.</p>}
      <List className={css['scenarios']}>
        {found.map(([name, scenario]) => (
          <li key={name}>
            <strong>{scenario.title}</strong>
            <p>{scenario.expect}</p>
            <div className={css['buttons']}>
              <Tool label="Set up" aria-label={`Set up: ${scenario.title}`} onClick={() => play(name, scenario)} />
              <a
                href={scenarioLink(name, address)}
                target="_blank"
                rel="noreferrer"
                aria-label={`Open in a new tab: ${scenario.title}`}
              >
                Open in a new tab
              </a>
            </div>
          </li>
        ))}
      </List>
    </section>
  );
};

/** Forces responses, orders and the device of the page that opened this one. */
export const LabTab = () => {
  const { portal, faults, look } = useLab();
  const [status, setStatus] = useState('');
  useEffect(() => {
    if (!portal) setStatus('');
  }, [portal]);
  if (!portal)
    return (
      <main className={css['lab']}>
        <p>
          Open this page with “Lab” in the banner of the portal: it acts on the page that opened it. Without that page,
          or while it loads, nothing can be forced.
        </p>
      </main>
    );
  const { lab, address } = portal;
  const run: PanelProps['run'] = async (what, result) => {
    const outcome = await result;
    const why = typeof outcome === 'string' ? outcome : outcome?.ok === false && outcome.why;
    setStatus(why ? `${what}: ${why}` : `Done: ${what}.`);
    void look();
  };
  const active = activeNow(lab, faults);
  return (
    <main className={`${css['lab']} ${page['dense']}`}>
      <section className={css['now']} aria-label="Active now">
        <p>
          It acts on <code>{new URL(address).pathname}</code> of this browser only,{' '}
          {lab.userId() === null ? 'without a login' : `logged in as ${lab.userId()}`}.{' '}
          <span role="status">{status}</span>
        </p>
        {active.length === 0 && <p>Nothing is forced now.</p>}
        <List>
          {active.map((line) => (
            <li key={line}>{line}</li>
          ))}
        </List>
        {active.length > 0 && <Tool label="Back to normal" onClick={() => run('back to normal', lab.toNormal())} />}
      </section>
      <OrderPanel lab={lab} run={run} />
      <TimePanel lab={lab} run={run} />
      <DevicePanel lab={lab} run={run} />
      <AccountPanel lab={lab} run={run} />
      <FaultPanel lab={lab} run={run} />
      <Scenarios lab={lab} run={run} address={address} />
    </main>
  );
};
