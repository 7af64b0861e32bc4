import { type ReactNode, useEffect, useState } from 'react';
import { List } from '../../ui/list.tsx';
import { readFlow } from '../record/flow.file.ts';
import type { QaTheme } from '../theme/qa-theme.ts';
import { QaThemeSwitch } from '../theme/qa-theme-switch.view.tsx';
import { cannotBeReplaced, type FoundScene, mergeScenes, missingScreens, scenesOf } from './find-scenes.ts';
import { galleryAddress, isChosen, readChoice, unknownNames } from './gallery.address.ts';
import css from './gallery.module.css';
import { GalleryBar } from './gallery-bar.view.tsx';
import { SceneCard } from './scene-card.view.tsx';
import { allScreens, type ScreenName } from './screen-names.ts';

export type GalleryViewProps = {
  readonly recordings: ReadonlyMap<string, () => Promise<string>>;
  /** The query of the page's address. */
  readonly search: string;
  readonly onAddress: (address: string) => void;
  readonly theme: QaTheme;
};

/** The scenes of the recordings, which are replayed one after the other until they show all chosen screens. */
const useScenes = (recordings: GalleryViewProps['recordings'], chosen: readonly ScreenName[]) => {
  const [lists, setLists] = useState<readonly (readonly FoundScene[])[]>([]);
  const scenes = mergeScenes(lists);
  const isComplete = lists.length === recordings.size || cannotBeReplaced(chosen, scenes);
  useEffect(() => {
    const next = [...recordings][lists.length];
    if (isComplete || !next) return undefined;
    let isWanted = true;
    const [name, load] = next;
    void load().then((text) => {
      if (!isWanted) return;
      const file = readFlow(text);
      setLists([...lists, file.ok ? scenesOf({ ...file.flow, name }) : []]);
    });
    return () => {
      isWanted = false;
    };
  }, [recordings, lists, isComplete]);
  return { scenes, isComplete };
};

/** Each screen of each machine, drawn by the portal's own views from the recordings. */
export const GalleryView = ({ recordings, search, onAddress, theme }: GalleryViewProps): ReactNode => {
  const [choice, setChoice] = useState(() => readChoice(search, allScreens));
  const [unknown, setUnknown] = useState(() => unknownNames(search, allScreens));
  const chosen = allScreens.filter(isChosen(choice));
  const { scenes, isComplete } = useScenes(recordings, chosen);
  const missing = missingScreens(chosen, scenes);
  const machines = [...new Set(chosen.map(({ machine }) => machine))];
  const sceneOf = (machine: string, name: string) =>
    scenes.find((scene) => scene.machine === machine && scene.name === name);
  return (
    <>
      <header className={css['head']}>
        <h1>Gallery</h1>
        <GalleryBar
          all={allScreens}
          choice={choice}
          onChoice={(next) => {
            setChoice(next);
            setUnknown([]);
            onAddress(galleryAddress(next));
          }}
        />
        <p role="status">
          {isComplete ? `${chosen.length - missing.length} of ${chosen.length} screens` : 'Reading the recordings…'}
        </p>
        <QaThemeSwitch theme={theme} />
      </header>
      <main className={css['gallery']}>
        {unknown.length > 0 && (
          <p className={css['missing']} role="alert">
            The URL has names that do not exist: {unknown.join(', ')}.
          </p>
        )}
        {isComplete && missing.length > 0 && (
          <p className={css['missing']}>
            No recording shows: {missing.map(({ machine, name }) => `${machine} ${name}`).join(', ')}. A recording is
            drawn until the machines of this build do something else.
          </p>
        )}
        {machines.map((machine) => (
          <section key={machine} aria-label={machine}>
            <h2>{machine}</h2>
            <List className={css['cards']}>
              {chosen
                .filter((one) => one.machine === machine)
                .map(({ name, part }) => {
                  const scene = sceneOf(machine, name);
                  if (!scene) return null;
                  return (
                    <SceneCard key={name} scene={scene} part={part} choice={choice} alone={choice.screen !== null} />
                  );
                })}
            </List>
          </section>
        ))}
      </main>
    </>
  );
};
