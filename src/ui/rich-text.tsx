import { type MouseEvent, useLayoutEffect, useRef } from 'react';
import { cleanHtml } from './html-cleaner.ts';
import css from './rich-text.module.css';

export type RichTextProps = {
  /** HTML from any source; it is sanitized here. */
  readonly html: string;
  /** BCP 47 tag of its language. */
  readonly lang: string;
  /** Called with path, query and fragment when a link to this site is followed. */
  readonly onOpen: (to: string) => void;
};

const linkOf = (event: MouseEvent): HTMLAnchorElement | null =>
  event.target instanceof Element ? event.target.closest('a') : null;

const isPlain = ({ button, metaKey, ctrlKey, shiftKey, altKey }: MouseEvent): boolean =>
  button === 0 && !metaKey && !ctrlKey && !shiftKey && !altKey;

/** HTML from editors in the typography of the page. */
export const RichText = ({ html, lang, onOpen }: RichTextProps) => {
  const container = useRef<HTMLDivElement>(null);
  useLayoutEffect(() => {
    const content = cleanHtml(html);
    for (const table of content.querySelectorAll('table')) {
      const frame = document.createElement('div');
      frame.tabIndex = 0;
      table.replaceWith(frame);
      frame.append(table);
    }
    container.current?.replaceChildren(content);
  }, [html]);
  const follow = (event: MouseEvent) => {
    const link = linkOf(event);
    if (!link?.href || link.target !== '_self' || !isPlain(event)) return;
    event.preventDefault();
    const { pathname, search, hash } = new URL(link.href);
    onOpen(pathname + search + hash);
  };
  return (
    // biome-ignore lint/a11y/noStaticElementInteractions: clicks bubble from the links inside, those of a keyboard too
    // biome-ignore lint/a11y/useKeyWithClickEvents: see above
    <div ref={container} className={css['text']} lang={lang} onClick={follow} />
  );
};
