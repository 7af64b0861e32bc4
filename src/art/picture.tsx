import { pictures } from 'virtual:brand/pictures';
import { useActorRef, useSelector } from '@xstate/react';
import type { ReactNode } from 'react';
import { pictureMachine, selectIsBroken } from '../../machines/elements/picture.machine.ts';

/** A path of the portal, or an address with TLS. Which hosts are allowed is up to the Content-Security-Policy. */
const ADDRESS = /^(?:https:\/)?\/(?![/\\])/;

type PictureProps = {
  readonly name: string | null;
  readonly fallback: string;
  readonly width: number;
  readonly height?: number;
  readonly loading?: 'lazy' | 'eager';
};

/** A picture from the publisher's server; the one of the brand if it fails to load. */
const ServerPicture = ({ name, fallback, ...layout }: PictureProps & { readonly name: string }): ReactNode => {
  const actor = useActorRef(pictureMachine);
  const isBroken = useSelector(actor, selectIsBroken);
  if (isBroken) return <Picture name={fallback} fallback={fallback} {...layout} />;
  return (
    <img
      {...layout}
      src={name}
      alt=""
      decoding="async"
      referrerPolicy="no-referrer"
      draggable={false}
      onError={() => actor.send({ type: 'picture.failed' })}
    />
  );
};

/**
 * A picture of the brand, by file name without extension, or of the publisher's server, by address. An unknown or missing name shows
 * `fallback`. Decorative: the text next to it says what it is. `width` and `height`, in CSS pixels, reserve its space until it loads.
 * `loading`: `lazy` waits until the page is laid out.
 */
export const Picture = ({ name, fallback, width, height = width, loading }: PictureProps): ReactNode => {
  const size = { width, height };
  if (name !== null && ADDRESS.test(name))
    return <ServerPicture key={name} name={name} fallback={fallback} {...size} loading={loading ?? 'lazy'} />;
  return (
    <img
      loading={loading}
      src={pictures.get(name ?? '') ?? pictures.get(fallback)}
      alt=""
      {...size}
      decoding="async"
      draggable={false}
    />
  );
};
