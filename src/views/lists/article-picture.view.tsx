import { useActorRef, useSelector } from '@xstate/react';
import type { ReactNode } from 'react';
import { pictureMachine, selectIsBroken } from '../../../machines/elements/picture.machine.ts';
import { Picture } from '../../art/picture.tsx';

/** The picture of an article; a drawing if there is none or it fails to load. Decorative. */
export const ArticlePicture = ({
  src,
  eager = false,
}: {
  readonly src: string | null;
  /** Visible without scrolling. */
  readonly eager?: boolean;
}): ReactNode => {
  const actor = useActorRef(pictureMachine);
  const isBroken = useSelector(actor, selectIsBroken);
  if (src === null || isBroken) return <Picture name="news" fallback="news" width={640} height={360} />;
  return (
    <img
      src={src}
      alt=""
      width={640}
      height={360}
      loading={eager ? 'eager' : 'lazy'}
      decoding="async"
      referrerPolicy="no-referrer"
      draggable={false}
      onError={() => actor.send({ type: 'picture.failed' })}
    />
  );
};
