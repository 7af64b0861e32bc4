import { PORTAL_SCREENS } from './portal.screens-catalog.ts';
import { PURCHASE_SCREENS } from './purchase.screens-catalog.ts';
import { READING_SCREENS } from './reading.screens-catalog.ts';
import type { ScreenVariants } from './screen-variants.ts';

/** By the id of the machine. */
export const SCREEN_CATALOG: Readonly<Record<string, readonly ScreenVariants[]>> = {
  ...PORTAL_SCREENS,
  ...PURCHASE_SCREENS,
  ...READING_SCREENS,
};

export type ScreenName = { readonly machine: string; readonly name: string };

/** Every screen; `part`: where on its page. */
export const allScreens: readonly (ScreenName & Pick<ScreenVariants, 'part'>)[] = Object.entries(
  SCREEN_CATALOG,
).flatMap(([machine, parts]) => parts.flatMap(({ names, part }) => names.map((name) => ({ machine, name, part }))));
