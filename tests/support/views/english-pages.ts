import { beforeAll, beforeEach, expect, vi } from 'vitest';
import type { Translator } from '../../../src/i18n/translator.ts';
import type { PortalActor } from '../../../src/views/app/portal.context.tsx';
import { drawPortal } from './portal-drawing.tsx';
import { englishTranslator } from './translator.ts';

/** Draws pages in English in each test of a file, whose clock only the test moves. */
export const drawEnglishPages = () => {
  let translator: Translator;
  beforeAll(async () => {
    translator = await englishTranslator();
  });
  beforeEach(() => void vi.useFakeTimers({ now: 1_760_000_000_250 }));
  return {
    t: ((...given) => translator.i18n.t(...given)) as Translator['i18n']['t'],
    draw: async ({ actor }: { readonly actor: PortalActor }): Promise<string> => {
      const { html, errors } = await drawPortal(actor, translator.i18n);
      expect(errors).toEqual([]);
      return html.replaceAll('&#x27;', "'");
    },
  };
};
