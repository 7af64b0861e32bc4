import { type ReactNode, useEffect, useState } from 'react';
import { LOCALES } from '../../i18n/locales.ts';
import { readFlow } from '../record/flow.file.ts';
import { type FoundScene, mergeScenes, missingScreens, scenesOf } from './find-scenes.ts';
import css from './gallery.module.css';
import { allScreens } from './screen-names.ts';

export type GalleryViewProps = { readonly kept: ReadonlyMap<string, () => Promise<string>> };

const WIDTHS = { phone: 390, desktop: 1280 } as const;
const SHOWN = { phone: 300, desktop: 620 } as const;
const HEIGHT = 844;

type Look = { readonly lang: string; readonly theme: 'dark' | 'light' };

/** The scenes of all recordings, one recording after the other. */
const useScenes = (kept: GalleryViewProps['kept']) => {
  const [lists, setLists] = useState<readonly (readonly FoundScene[])[]>([]);
  const [read, setRead] = useState(0);
  useEffect(() => {
    let wanted = true;
    const readAll = async (): Promise<void> => {
      for (const [name, load] of kept) {
        const file = readFlow(await load());
        if (!wanted) return;
        const scenes = file.ok ? scenesOf({ ...file.flow, name }) : [];
        setLists((all) => [...all, scenes]);
        setRead((count) => count + 1);
        await new Promise((resolve) => setTimeout(resolve));
      }
    };
    setLists([]);
    setRead(0);
    void readAll();
    return () => {
      wanted = false;
    };
  }, [kept]);
  return { scenes: mergeScenes(lists), isComplete: read === kept.size };
};

const addressOf = ({ flow, run, step }: FoundScene, { lang, theme }: Look): string =>
  `/qa-stage?${new URLSearchParams({ flow, run: String(run), step: String(step), lang, theme })}`;

const SceneCard = ({ scene, look }: { readonly scene: FoundScene; readonly look: Look }): ReactNode => {
  const kind = scene.isMobile ? 'phone' : 'desktop';
  const scale = SHOWN[kind] / WIDTHS[kind];
  const address = addressOf(scene, look);
  return (
    <li className={css['card']} style={{ width: SHOWN[kind] }}>
      <div className={css['frame']} style={{ height: HEIGHT * scale }}>
        <iframe
          loading="lazy"
          tabIndex={-1}
          title={`${scene.machine}: ${scene.name}`}
          src={address}
          style={{ width: WIDTHS[kind], height: HEIGHT, transform: `scale(${scale})` }}
        />
      </div>
      <a href={address} target="_blank" rel="noreferrer">
        <strong>{scene.machine}</strong> {scene.name}
      </a>
      <small>
        {scene.flow}, step {scene.step}
      </small>
    </li>
  );
};

/** Each screen of each machine, drawn by the portal's own views from the kept recordings. */
export const GalleryView = ({ kept }: GalleryViewProps): ReactNode => {
  const { scenes, isComplete } = useScenes(kept);
  const [look, setLook] = useState<Look>({ lang: 'en-US', theme: 'dark' });
  const missing = missingScreens(allScreens, scenes);
  const ordered = allScreens.flatMap(
    ({ machine, name }) => scenes.find((scene) => scene.machine === machine && scene.name === name) ?? [],
  );
  return (
    <main className={css['gallery']}>
      <h1>Gallery</h1>
      <div className={css['bar']}>
        <label>
          Language{' '}
          <select value={look.lang} onChange={({ target }) => setLook({ ...look, lang: target.value })}>
            {Object.entries(LOCALES).map(([tag, name]) => (
              <option key={tag} value={tag}>
                {name}
              </option>
            ))}
          </select>
        </label>
        <label>
          Theme{' '}
          <select
            value={look.theme}
            onChange={({ target }) => setLook({ ...look, theme: target.value === 'light' ? 'light' : 'dark' })}
          >
            <option>dark</option>
            <option>light</option>
          </select>
        </label>
        <p role="status">
          {isComplete ? `${ordered.length} of ${allScreens.length} screens` : 'Reading the recordings…'}
        </p>
      </div>
      {isComplete && missing.length > 0 && (
        <p className={css['missing']}>
          No recording comes by: {missing.map(({ machine, name }) => `${machine} ${name}`).join(', ')}.
        </p>
      )}
      <ul className={css['cards']}>
        {ordered.map((scene) => (
          <SceneCard key={`${scene.machine} ${scene.name} ${look.lang} ${look.theme}`} scene={scene} look={look} />
        ))}
      </ul>
    </main>
  );
};
