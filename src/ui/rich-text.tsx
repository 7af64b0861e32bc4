import { type MouseEvent, type ReactNode, useLayoutEffect, useRef } from 'react';
import { cleanHtml } from './html-cleaner.ts';
import css from './rich-text.module.css';

export type RichTextProps = {
  /** HTML of any origin; it is cleaned here. */
  readonly html: string;
  /** BCP 47 tag of its language. */
  readonly lang: string;
  /** A link to this site was followed; path, query and fragment. */
  readonly onOpen: (to: string) => void;
};

const linkOf = (event: MouseEvent): HTMLAnchorElement | null =>
  event.target instanceof Element ? event.target.closest('a') : null;

const isPlain = ({ button, metaKey, ctrlKey, shiftKey, altKey }: MouseEvent): boolean =>
  button === 0 && !metaKey && !ctrlKey && !shiftKey && !altKey;

/** Written by editors, drawn in the page's own type. */
export const RichText = ({ html, lang, onOpen }: RichTextProps): ReactNode => {
  const place = useRef<HTMLDivElement>(null);
  useLayoutEffect(() => {
    const content = cleanHtml(html);
    for (const table of content.querySelectorAll('table')) {
      const frame = document.createElement('div');
      frame.tabIndex = 0;
      table.replaceWith(frame);
      frame.append(table);
    }
    place.current?.replaceChildren(content);
  }, [html]);
  const follow = (event: MouseEvent) => {
    const link = linkOf(event);
    if (!link?.href || link.target !== '_self' || !isPlain(event)) return;
    event.preventDefault();
    const { pathname, search, hash } = new URL(link.href);
    onOpen(pathname + search + hash);
  };
  return (
    // biome-ignore lint/a11y/noStaticElementInteractions: the links inside are what is pressed; a keyboard's click arrives here too
    // biome-ignore lint/a11y/useKeyWithClickEvents: see above
    <div ref={place} className={css['text']} lang={lang} onClick={follow} />
  );
};
