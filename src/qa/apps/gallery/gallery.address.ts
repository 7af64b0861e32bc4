import type { LocaleTag } from '../../../contract/locales.ts';
import { chooseLocale } from '../../../i18n/locales.ts';
import type { ScreenName } from '../../portal/screens/screens-in-view.ts';

/** What the gallery shows, as in its URL. `machine` and `screen`: null shows all. */
export type GalleryChoice = {
  readonly machine: string | null;
  readonly screen: string | null;
  readonly lang: LocaleTag;
};

/** Ignores unknown names, see `unknownNames`; a screen needs its machine. */
export const readChoice = (search: string, all: readonly ScreenName[]): GalleryChoice => {
  const params = new URLSearchParams(search);
  const ofMachine = all.filter(({ machine }) => machine === params.get('machine'));
  return {
    machine: ofMachine[0]?.machine ?? null,
    screen: ofMachine.find(({ name }) => name === params.get('screen'))?.name ?? null,
    lang: chooseLocale([params.get('lang') ?? '']),
  };
};

/** The names of a URL that `readChoice` ignores, as `machine=x`. A language may be given without its region. */
export const unknownNames = (search: string, all: readonly ScreenName[]): readonly string[] => {
  const choice = readChoice(search, all);
  const params = new URLSearchParams(search);
  return (['machine', 'screen', 'lang'] as const).flatMap((key) => {
    const name = params.get(key) ?? '';
    const isKnown = name === '' || (key === 'lang' ? choice.lang.startsWith(name) : choice[key] === name);
    return isKnown ? [] : [`${key}=${name}`];
  });
};

export const galleryAddress = ({ machine, screen, lang }: GalleryChoice): string => {
  const params = new URLSearchParams({ tab: 'gallery', ...(machine && { machine }), ...(screen && { screen }), lang });
  return `/qa?${params}`;
};

export const isChosen =
  ({ machine, screen }: GalleryChoice) =>
  (one: ScreenName): boolean =>
    (machine === null || one.machine === machine) && (screen === null || one.name === screen);
