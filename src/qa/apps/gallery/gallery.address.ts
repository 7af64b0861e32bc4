import type { LocaleTag } from '../../../contract/locales.ts';
import { chooseLocale } from '../../../i18n/locales.ts';
import type { ScreenName } from '../../portal/screens/screens-in-view.ts';

/** What the gallery shows, as in its URL. `machine` and `screen`: null shows all. */
export type GalleryChoice = {
  readonly machine: string | null;
  readonly screen: string | null;
  readonly lang: LocaleTag;
};

/** Ignores unknown names; a screen needs its machine. */
export const readChoice = (search: string, all: readonly ScreenName[]): GalleryChoice => {
  const params = new URLSearchParams(search);
  const ofMachine = all.filter(({ machine }) => machine === params.get('machine'));
  return {
    machine: ofMachine[0]?.machine ?? null,
    screen: ofMachine.find(({ name }) => name === params.get('screen'))?.name ?? null,
    lang: chooseLocale([params.get('lang') ?? '']),
  };
};

export const galleryAddress = ({ machine, screen, lang }: GalleryChoice): string => {
  const params = new URLSearchParams({ tab: 'gallery', ...(machine && { machine }), ...(screen && { screen }), lang });
  return `/qa?${params}`;
};

export const isChosen =
  ({ machine, screen }: GalleryChoice) =>
  (one: ScreenName): boolean =>
    (machine === null || one.machine === machine) && (screen === null || one.name === screen);
