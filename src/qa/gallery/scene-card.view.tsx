import type { ReactNode } from 'react';
import { linkHash } from '../record/recording-link.ts';
import type { FoundScene } from './find-scenes.ts';
import { type GalleryChoice, galleryAddress } from './gallery.address.ts';
import css from './gallery.module.css';

const WIDTHS = { phone: 390, desktop: 1280 } as const;
const SHOWN = { phone: 270, desktop: 580 } as const;
const ALONE = { phone: 390, desktop: 1180 } as const;
const HEIGHT = 844;

const previewAddress = ({ flow, run, step }: FoundScene, { lang, theme }: GalleryChoice, part: string | null): string =>
  `/qa-preview?${new URLSearchParams({ flow, run: String(run), step: String(step), lang, theme, ...(part && { part }) })}`;

const viewerAddress = ({ flow, run, step }: FoundScene): string =>
  `/qa${linkHash({ flow, load: run + 1, place: { kind: 'outside', count: step }, everything: false, query: '' })}`;

/** One screen as a player sees it, scaled down; `alone` it fills the page. */
export const SceneCard = ({
  scene,
  part,
  choice,
  alone,
}: {
  readonly scene: FoundScene;
  /** Id of the element to scroll to; null: the top of the page. */
  readonly part: string | null;
  readonly choice: GalleryChoice;
  readonly alone: boolean;
}): ReactNode => {
  const { machine, name, flow, step } = scene;
  const kind = scene.isMobile ? 'phone' : 'desktop';
  const width = (alone ? ALONE : SHOWN)[kind];
  const scale = width / WIDTHS[kind];
  const address = previewAddress(scene, choice, part);
  return (
    <li className={css['card']} style={{ width }}>
      <div className={css['frame']} style={{ height: HEIGHT * scale }}>
        <iframe
          key={address}
          loading="lazy"
          tabIndex={-1}
          title={`${machine}: ${name}`}
          src={address}
          style={{ width: WIDTHS[kind], height: HEIGHT, transform: `scale(${scale})` }}
        />
      </div>
      <p className={css['caption']}>
        {alone ? <strong>{name}</strong> : <a href={galleryAddress({ ...choice, machine, screen: name })}>{name}</a>}
        <small>
          <a
            href={address}
            target="_blank"
            rel="noreferrer"
            aria-label={`${flow}, step ${step}: ${machine} ${name} in a window of its own`}
          >
            {flow}, step {step}
          </a>
          <a href={viewerAddress(scene)} aria-label={`${flow}, step ${step}: ${machine} ${name} in the viewer`}>
            viewer
          </a>
        </small>
      </p>
    </li>
  );
};
