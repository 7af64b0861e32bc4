import { type ReactNode, useState } from 'react';
import { Picture } from '../../art/picture.tsx';

/** The picture of an article; a drawing of ours where it has none, and where it does not come. Decorative. */
export const ArticlePicture = ({
  src,
  eager = false,
}: {
  readonly src: string | null;
  /** In sight at once. */
  readonly eager?: boolean;
}): ReactNode => {
  const [isMissing, setMissing] = useState(false);
  if (src === null || isMissing) return <Picture name="news" fallback="news" width={640} height={360} />;
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
      onError={() => setMissing(true)}
    />
  );
};
