import { type ReactNode, useEffect, useState } from 'react';
import { List } from '../../ui/list.tsx';
import { readFlow } from '../record/flow.file.ts';
import { type FoundScene, mergeScenes, missingScreens, scenesOf } from './find-scenes.ts';
import { galleryAddress, isChosen, readChoice } from './gallery.address.ts';
import css from './gallery.module.css';
import { GalleryBar } from './gallery-bar.view.tsx';
import { SceneCard } from './scene-card.view.tsx';
import { allScreens } from './screen-names.ts';

export type GalleryViewProps = {
  readonly recordings: ReadonlyMap<string, () => Promise<string>>;
  /** The query of the page's address. */
  readonly search: string;
  readonly onAddress: (address: string) => void;
};

/** The scenes of all recordings, one recording after the other. */
const useScenes = (recordings: GalleryViewProps['recordings']) => {
  const [lists, setLists] = useState<readonly (readonly FoundScene[])[]>([]);
  useEffect(() => {
    let wanted = true;
    const readAll = async (): Promise<void> => {
      for (const [name, load] of recordings) {
        const file = readFlow(await load());
        if (!wanted) return;
        const scenes = file.ok ? scenesOf({ ...file.flow, name }) : [];
        setLists((all) => [...all, scenes]);
        await new Promise((resolve) => setTimeout(resolve));
      }
    };
    setLists([]);
    void readAll();
    return () => {
      wanted = false;
    };
  }, [recordings]);
  return { scenes: mergeScenes(lists), isComplete: lists.length === recordings.size };
};

/** Each screen of each machine, drawn by the portal's own views from the recordings. */
export const GalleryView = ({ recordings, search, onAddress }: GalleryViewProps): ReactNode => {
  const { scenes, isComplete } = useScenes(recordings);
  const [choice, setChoice] = useState(() => readChoice(search, allScreens));
  const chosen = allScreens.filter(isChosen(choice));
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
            onAddress(galleryAddress(next));
          }}
        />
        <p role="status">
          {isComplete ? `${chosen.length - missing.length} of ${chosen.length} screens` : 'Reading the recordings…'}
        </p>
      </header>
      <main className={css['gallery']}>
        {isComplete && missing.length > 0 && (
          <p className={css['missing']}>
            No recording shows: {missing.map(({ machine, name }) => `${machine} ${name}`).join(', ')}.
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
