import { type ReactNode, useSyncExternalStore } from 'react';
import { Segmented } from '../../ui/segmented.tsx';
import type { QaTheme } from './qa-theme.ts';

export const QaThemeSwitch = ({ theme }: { readonly theme: QaTheme }): ReactNode => (
  <Segmented
    legend="Theme of this page"
    value={useSyncExternalStore(theme.subscribe, theme.current)}
    iconsOnly
    onPick={theme.change}
    options={[
      { value: 'system', label: 'As the system', icon: 'device' },
      { value: 'light', label: 'Light', icon: 'sun' },
      { value: 'dark', label: 'Dark', icon: 'moon' },
    ]}
  />
);
