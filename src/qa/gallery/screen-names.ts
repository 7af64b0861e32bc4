import type { Face } from './face.ts';
import { PORTAL_FACES } from './portal.faces.ts';
import { PURCHASE_FACES } from './purchase.faces.ts';
import { READING_FACES } from './reading.faces.ts';

/** By the id of the machine. */
export const FACES: Readonly<Record<string, readonly Face[]>> = {
  ...PORTAL_FACES,
  ...PURCHASE_FACES,
  ...READING_FACES,
};

export type ScreenName = { readonly machine: string; readonly name: string };

/** Every screen that there is; `part`: where on its page. */
export const allScreens: readonly (ScreenName & Pick<Face, 'part'>)[] = Object.entries(FACES).flatMap(
  ([machine, faces]) => faces.flatMap(({ names, part }) => names.map((name) => ({ machine, name, part }))),
);
