import { type ReactNode, useEffect, useState } from 'react';
import { isLocale, LOCALES } from '../../../contract/locales.ts';
import { List } from '../../../ui/list.tsx';
import { readFlow } from '../../core/record/flow.file.ts';
import { recordings } from '../../portal/recordings.ts';
import {
  cannotBeReplaced,
  type FoundScene,
  mergeScenes,
  missingScreens,
  scenesOf,
} from '../../portal/screens/find-scenes.ts';
import { allScreens, type ScreenName } from '../../portal/screens/screens-in-view.ts';
import page from '../page/qa-page.module.css';
import { useElementSize, useTheme } from '../page/use-sizes.ts';
import { type GalleryChoice, galleryAddress, isChosen, readChoice } from './gallery.address.ts';
import css from './gallery.module.css';
import { SceneCard } from './scene-card.view.tsx';

/** Between two recordings the page draws the cards that are in view. */
const PAUSE_MS = 30;
const GAP = 20;
/** A card is at least this wide if the page has the room, px. */
const CARD = 380;

/** The scenes of the recordings, which are replayed one after the other until they show all chosen screens. */
const useScenes = (chosen: readonly ScreenName[]) => {
  const [lists, setLists] = useState<readonly (readonly FoundScene[])[]>([]);
  const scenes = mergeScenes(lists);
  const isComplete = lists.length === recordings.size || cannotBeReplaced(chosen, scenes);
  useEffect(() => {
    const next = [...recordings][lists.length];
    if (isComplete || !next) return undefined;
    const [name, load] = next;
    let isWanted = true;
    const read = async (): Promise<void> => {
      const text = await load();
      await new Promise((resolve) => setTimeout(resolve, PAUSE_MS));
      if (!isWanted) return;
      const file = readFlow(text);
      setLists([...lists, file.ok ? scenesOf({ ...file.flow, name }) : []]);
    };
    void read();
    return () => {
      isWanted = false;
    };
  }, [lists, isComplete]);
  return { scenes, isComplete, read: lists.length };
};

type ChoiceProps = {
  readonly label: string;
  readonly value: string;
  readonly onPick: (value: string) => void;
  readonly children: ReactNode;
};

const Choice = ({ label, value, onPick, children }: ChoiceProps) => (
  <label>
    {label}
    <select value={value} onChange={({ target }) => onPick(target.value)}>
      {children}
    </select>
  </label>
);

/** All names of a kind. */
const Names = ({ names }: { readonly names: readonly string[] }) => (
  <>
    <option value="">all</option>
    {names.map((name) => (
      <option key={name}>{name}</option>
    ))}
  </>
);

type BarProps = { readonly choice: GalleryChoice; readonly onChoice: (choice: GalleryChoice) => void };

/** What is shown, and in which language. */
const GalleryBar = ({ choice, onChoice }: BarProps) => {
  const machines = [...new Set(allScreens.map(({ machine }) => machine))];
  const screens = allScreens.filter(({ machine }) => machine === choice.machine).map(({ name }) => name);
  return (
    <div className={css['bar']}>
      <Choice
        label="Machine"
        value={choice.machine ?? ''}
        onPick={(picked) => onChoice({ ...choice, machine: picked || null, screen: null })}
      >
        <Names names={machines} />
      </Choice>
      {screens.length > 0 && (
        <Choice
          label="Screen"
          value={choice.screen ?? ''}
          onPick={(picked) => onChoice({ ...choice, screen: picked || null })}
        >
          <Names names={screens} />
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
    </div>
  );
};

/** The width of a card, so that the cards of a row fill the page. */
const cardWidth = (width: number, isAlone: boolean): number => {
  const columns = isAlone ? 1 : Math.max(1, Math.floor((width + GAP) / (CARD + GAP)));
  return Math.floor((width - GAP * (columns - 1)) / columns);
};

/** Each screen of each machine, drawn by the portal's own views from the recordings. */
export const GalleryTab = () => {
  const [choice, setChoice] = useState(() => readChoice(window.location.search, allScreens));
  const theme = useTheme();
  const [size, watch] = useElementSize();
  const chosen = allScreens.filter(isChosen(choice));
  const { scenes, isComplete, read } = useScenes(chosen);
  const missing = missingScreens(chosen, scenes);
  const machines = [...new Set(chosen.map(({ machine }) => machine))];
  const sceneOf = ({ machine, name }: ScreenName) =>
    scenes.find((scene) => scene.machine === machine && scene.name === name) ?? null;
  const onChoice = (next: GalleryChoice): void => {
    setChoice(next);
    window.history.replaceState(null, '', galleryAddress(next));
  };
  return (
    <>
      <search className={`${css['head']} ${page['dense']}`}>
        <GalleryBar choice={choice} onChoice={onChoice} />
        <p role="status">
          {chosen.length - missing.length} of {chosen.length} screens
          {!isComplete && <progress aria-label="Recordings read" max={recordings.size} value={read} />}
        </p>
      </search>
      <main className={css['gallery']}>
        {isComplete && missing.length > 0 && (
          <p className={css['missing']}>
            No recording shows: {missing.map(({ machine, name }) => `${machine} ${name}`).join(', ')}. A recording is
            drawn until the machines of this build do something else.
          </p>
        )}
        <div ref={watch}>
          {size.width > 0 &&
            machines.map((machine) => (
              <section key={machine} aria-label={machine}>
                <h2>{machine}</h2>
                <List className={css['cards']} style={{ gap: GAP }}>
                  {chosen
                    .filter((one) => one.machine === machine && (!isComplete || !missing.includes(one)))
                    .map((screen) => (
                      <SceneCard
                        key={screen.name}
                        screen={screen}
                        scene={sceneOf(screen)}
                        choice={choice}
                        theme={theme}
                        room={cardWidth(size.width, choice.screen !== null)}
                      />
                    ))}
                </List>
              </section>
            ))}
        </div>
      </main>
    </>
  );
};
