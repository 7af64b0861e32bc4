import { linkHash } from '../../core/record/recording-link.ts';
import type { FoundScene } from '../../portal/screens/find-scenes.ts';
import type { ScreenName } from '../../portal/screens/screens-in-view.ts';
import { type GalleryChoice, galleryAddress } from './gallery.address.ts';
import css from './gallery.module.css';

const WIDTHS = { phone: 390, desktop: 1280 } as const;
/** The largest width of a card among others: a phone needs less than a desktop. */
const LARGEST = { phone: 270, desktop: 1280 } as const;
const HEIGHT = 844;

const previewAddress = ({ flow, run, step }: FoundScene, query: Readonly<Record<string, string>>): string =>
  `/qa?preview&${new URLSearchParams({ flow, run: String(run), step: String(step), ...query })}`;

const viewerAddress = ({ flow, run, step }: FoundScene): string =>
  `/qa${linkHash({ flow, load: run + 1, place: { kind: 'outside', count: step }, everything: false, query: '' })}`;

export type SceneCardProps = {
  readonly screen: ScreenName & {
    /** Id of the element to scroll to; null: the top of the page. */
    readonly part: string | null;
  };
  /** Null until a recording that shows the screen has been read. */
  readonly scene: FoundScene | null;
  readonly choice: GalleryChoice;
  readonly theme: 'dark' | 'light';
  /** Width of the card for a screen of a desktop, px. */
  readonly room: number;
};

/** One screen as a player sees it, scaled to the width of its card. */
export const SceneCard = ({ screen, scene, choice, theme, room }: SceneCardProps) => {
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
