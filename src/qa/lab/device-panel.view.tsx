import type { ReactNode } from 'react';
import css from './lab.module.css';
import type { PanelProps } from './order-panel.view.tsx';

const SKEWS = [
  [0, 'right'],
  [3_600_000, '1 hour ahead'],
  [-3_600_000, '1 hour behind'],
  [86_400_000, '1 day ahead'],
] as const;

/** The device that the page sees. */
export const DevicePanel = ({ lab: { device }, onDone }: PanelProps): ReactNode => {
  const { popUpsBlocked, offline, clockSkewMs } = device.now();
  const change = (what: string, part: Parameters<typeof device.change>[0]): void => {
    device.change(part);
    onDone(what)(null);
  };
  return (
    <section>
      <h2>Device</h2>
      <div className={css['buttons']}>
        <label className={css['choice']}>
          <input
            type="checkbox"
            checked={popUpsBlocked}
            onChange={() => change('pop-ups', { popUpsBlocked: !popUpsBlocked })}
          />
          Pop-ups are blocked
        </label>
        <label className={css['choice']}>
          <input type="checkbox" checked={offline} onChange={() => change('network', { offline: !offline })} />
          Offline
        </label>
        <label className={css['choice']}>
          Its clock is
          <select value={clockSkewMs} onChange={({ target }) => change('clock', { clockSkewMs: Number(target.value) })}>
            {SKEWS.map(([ms, words]) => (
              <option key={ms} value={ms}>
                {words}
              </option>
            ))}
          </select>
        </label>
      </div>
    </section>
  );
};
