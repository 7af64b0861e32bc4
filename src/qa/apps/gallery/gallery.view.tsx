import { useEffect, useState } from 'react';
import { isLocale, LOCALES, type LocaleTag } from '../../../contract/locales.ts';
import { chooseLocale } from '../../../i18n/locales.ts';
import { List } from '../../../ui/list.tsx';
import { readFlow } from '../../core/record/flow.file.ts';
import { linkHash } from '../../core/record/recording-link.ts';
import { recordings } from '../../portal/recordings.ts';
import {
  cannotBeReplaced,
  type FoundScene,
  mergeScenes,
  missingScreens,
  scenesOf,
} from '../../portal/screens/find-scenes.ts';
import { allScreens, type ScreenName } from '../../portal/screens/screens-in-view.ts';
import { Choice } from '../page/controls.view.tsx';
import page from '../page/qa-page.module.css';
import { useElementSize, useTheme } from '../page/use-sizes.ts';
import css from './gallery.module.css';

/** Between two recordings the page draws the cards that are in view. */
const PAUSE_MS = 30;
const GAP = 20;
/** A card is at least this wide if the page has the room, px. */
const CARD = 380;
const WIDTHS = { phone: 390, desktop: 1280 } as const;
/** The largest width of a card among others: a phone needs less than a desktop. */
const LARGEST = { phone: 270, desktop: 1280 } as const;
const HEIGHT = 844;

/** What the gallery shows, as in its URL. `machine` and `screen`: null shows all. */
type GalleryChoice = {
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

/** The scenes of the recordings, which are replayed one after the other until they show all chosen screens. */
const useScenes = (chosen: readonly ScreenName[]) => {
  const [lists, setLists] = useState<readonly (readonly FoundScene[])[]>([]);
  const scenes = mergeScenes(lists);
  const isComplete = lists.length === recordings.size || cannotBeReplaced(chosen, scenes);
  useEffect(() => {
    const next = [...recordings][lists.length];
    if (isComplete || !next) return;
    const [name, load] = next;
    const read = async (): Promise<void> => {
      const file = readFlow(await load());
      await new Promise((resolve) => setTimeout(resolve, PAUSE_MS));
      const found = file.ok ? scenesOf({ ...file.flow, name }) : [];
      setLists((before) => (before === lists ? [...lists, found] : before));
    };
    void read();
  }, [lists, isComplete]);
  return { scenes, isComplete, read: lists.length };
};

type BarProps = { readonly choice: GalleryChoice; readonly onChoice: (choice: GalleryChoice) => void };

const GalleryBar = ({ choice, onChoice }: BarProps) => {
  const machines = [...new Set(allScreens.map(({ machine }) => machine))];
  const screens = allScreens.filter(({ machine }) => machine === choice.machine).map(({ name }) => name);
  const optionsOf = (names: readonly string[]) => [['', 'all'] as const, ...names.map((name) => [name] as const)];
  return (
    <div className={css['bar']}>
      <Choice
        label="Machine"
        value={choice.machine ?? ''}
        options={optionsOf(machines)}
        onPick={(picked) => onChoice({ ...choice, machine: picked || null, screen: null })}
      />
      {screens.length > 0 && (
        <Choice
          label="Screen"
          value={choice.screen ?? ''}
          options={optionsOf(screens)}
          onPick={(picked) => onChoice({ ...choice, screen: picked || null })}
        />
      )}
      <Choice
        label="Language"
        value={choice.lang}
        options={Object.entries(LOCALES).map(([tag, name]) => [tag, name, tag])}
        onPick={(picked) => isLocale(picked) && onChoice({ ...choice, lang: picked })}
      />
    </div>
  );
};

/** The width of a card, so that the cards of a row fill the page. */
const cardWidth = (width: number, isAlone: boolean): number => {
  const columns = isAlone ? 1 : Math.max(1, Math.floor((width + GAP) / (CARD + GAP)));
  return Math.floor((width - GAP * (columns - 1)) / columns);
};

const previewAddress = ({ flow, run, step }: FoundScene, query: Readonly<Record<string, string>>): string =>
  `/qa?preview&${new URLSearchParams({ flow, run: String(run), step: String(step), ...query })}`;

const viewerAddress = ({ flow, run, step }: FoundScene): string =>
  `/qa${linkHash({ flow, load: run + 1, place: { kind: 'outside', count: step }, everything: false, query: '' })}`;

type SceneCardProps = {
  readonly screen: (typeof allScreens)[number];
  /** Null until a recording that shows the screen has been read. */
  readonly scene: FoundScene | null;
  readonly choice: GalleryChoice;
  readonly theme: ReturnType<typeof useTheme>;
  /** Width of the card for a screen of a desktop, px. */
  readonly room: number;
};

/** One screen as a player sees it, scaled to the width of its card. */
const SceneCard = ({ screen, scene, choice, theme, room }: SceneCardProps) => {
  const { machine, name, part } = screen;
  const kind = scene?.isMobile ? 'phone' : 'desktop';
  const isAlone = choice.screen !== null;
  const width = Math.min(room, (isAlone ? WIDTHS : LARGEST)[kind]);
  const scale = width / WIDTHS[kind];
  const address = scene && previewAddress(scene, { lang: choice.lang, theme, ...(part && { part }) });
  return (
    <li className={css['card']} style={{ width: room }}>
      <div className={css['frame']} style={{ width, height: HEIGHT * scale }}>
        {address && (
          <iframe
            key={address}
            loading="lazy"
            tabIndex={-1}
            title={`${machine}: ${name}`}
            src={address}
            style={{ width: WIDTHS[kind], height: HEIGHT, transform: `scale(${scale})` }}
          />
        )}
      </div>
      <p className={css['caption']}>
        {isAlone ? <strong>{name}</strong> : <a href={galleryAddress({ ...choice, machine, screen: name })}>{name}</a>}
        {scene && address && (
          <small>
            <a
              href={address}
              target="_blank"
              rel="noreferrer"
              aria-label={`${scene.flow}, step ${scene.step}: ${machine} ${name} in a window of its own`}
            >
              {scene.flow}, step {scene.step}
            </a>
            <a
              href={viewerAddress(scene)}
              aria-label={`${scene.flow}, step ${scene.step}: ${machine} ${name} in the viewer`}
            >
              viewer
            </a>
          </small>
        )}
      </p>
    </li>
  );
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
      <search className={`${page['bar']} ${css['head']}`}>
        <GalleryBar choice={choice} onChoice={onChoice} />
        <p role="status">
          {chosen.length - missing.length} of {chosen.length} screens
          {!isComplete && <progress aria-label="Recordings read" max={recordings.size} value={read} />}
        </p>
      </search>
      <main className={css['gallery']}>
        {isComplete && missing.length > 0 && (
          <p className="hint">
            No recording shows: {missing.map(({ machine, name }) => `${machine} ${name}`).join(', ')}. A recording is
            drawn until the machines of this build do something else.
          </p>
        )}
        <div ref={watch}>
          {size.width > 0 &&
            machines.map((machine) => (
              <section key={machine} aria-label={machine}>
                <h2>{machine}</h2>
                <List className="wrap" style={{ gap: GAP }}>
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
