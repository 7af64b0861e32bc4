import type { ReactNode } from 'react';
import { isLocale, LOCALES } from '../../contract/locales.ts';
import type { GalleryChoice } from './gallery.address.ts';
import css from './gallery.module.css';
import type { ScreenName } from './screen-names.ts';

const Choice = ({
  label,
  value,
  onPick,
  children,
}: {
  readonly label: string;
  readonly value: string;
  readonly onPick: (value: string) => void;
  readonly children: ReactNode;
}): ReactNode => (
  <label>
    {label}
    <select value={value} onChange={({ target }) => onPick(target.value)}>
      {children}
    </select>
  </label>
);

const options = (names: readonly string[]): ReactNode => names.map((name) => <option key={name}>{name}</option>);

/** What is shown, in which language and colors. */
export const GalleryBar = ({
  all,
  choice,
  onChoice,
}: {
  readonly all: readonly ScreenName[];
  readonly choice: GalleryChoice;
  readonly onChoice: (choice: GalleryChoice) => void;
}): ReactNode => {
  const machines = [...new Set(all.map(({ machine }) => machine))];
  const screens = all.filter(({ machine }) => machine === choice.machine).map(({ name }) => name);
  return (
    <div className={css['bar']}>
      <Choice
        label="Machine"
        value={choice.machine ?? ''}
        onPick={(picked) => onChoice({ ...choice, machine: picked || null, screen: null })}
      >
        <option value="">all</option>
        {options(machines)}
      </Choice>
      {screens.length > 0 && (
        <Choice
          label="Screen"
          value={choice.screen ?? ''}
          onPick={(picked) => onChoice({ ...choice, screen: picked || null })}
        >
          <option value="">all</option>
          {options(screens)}
        </Choice>
      )}
      <Choice
        label="Language"
        value={choice.lang}
        onPick={(picked) => isLocale(picked) && onChoice({ ...choice, lang: picked })}
      >
        {Object.entries(LOCALES).map(([tag, name]) => (
          <option key={tag} value={tag} lang={tag}>
            {name}
          </option>
        ))}
      </Choice>
      <Choice
        label="Theme"
        value={choice.theme}
        onPick={(picked) => onChoice({ ...choice, theme: picked === 'light' ? 'light' : 'dark' })}
      >
        {options(['dark', 'light'])}
      </Choice>
    </div>
  );
};
