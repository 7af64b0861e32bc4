import { useSyncExternalStore } from 'react';
import { createRoot } from 'react-dom/client';
import { I18nextProvider } from 'react-i18next';
import { nearestLocale } from '../../../i18n/locales.ts';
import { createTranslator } from '../../../i18n/translator.ts';
import page from '../../../index.html?raw';
import '../../../styles/tokens.css';
import '../../../styles/base.css';
import { readFlow } from '../../core/record/flow.file.ts';
import { createPreview, READY } from '../../portal/preview/preview.ts';
import { SceneView, type SceneViewProps } from '../../portal/preview/preview.view.tsx';
import { recordings } from '../../portal/recordings.ts';

/** Height of the portal's header, px. */
const ROOM_ABOVE = 80;

/** In a report, the frame has no address of its own. */
const params = new URLSearchParams(window.frameElement?.getAttribute('data-query') ?? window.location.search);
const preview = createPreview();
const number = (name: string): number => Number(params.get(name) ?? 0) || 0;

const openNamed = async (name: string): Promise<void> => {
  const text = await recordings.get(name)?.();
  const read = text === undefined ? null : readFlow(text);
  const run = read?.ok ? read.flow.runs[number('run')] : undefined;
  if (!run) return;
  preview.open(run);
  preview.go(number('step'));
};

const theme = params.get('theme') === 'light' ? 'light' : 'dark';

/** Keeps a part of the page in view while content loads above it, without scrolling the outer page. */
const keepInView = (id: string): void => {
  const show = (): void => {
    const part = document.getElementById(id);
    if (part) window.scrollBy(0, part.getBoundingClientRect().top - ROOM_ABOVE);
  };
  new MutationObserver(show).observe(document.body, { childList: true, subtree: true });
  new ResizeObserver(show).observe(document.body);
};

/** The portal focuses headings and dialogs as they open, which would take the keyboard from the page around the preview. */
const disableFocus = (): void => {
  HTMLElement.prototype.focus = () => undefined;
  const { showModal } = HTMLDialogElement.prototype;
  HTMLDialogElement.prototype.showModal = function () {
    // Browsers do not focus inert elements.
    this.inert = true;
    showModal.call(this);
    this.inert = false;
  };
};

/** The styles of the empty shell in index.html, which the portal draws again while it starts. */
const shellStyle = new CSSStyleSheet();
shellStyle.replaceSync(/<style>(.*?)<\/style>/s.exec(page)?.[1] ?? '');

const ShownScene = ({ onLocale }: Pick<SceneViewProps, 'onLocale'>) => {
  const scene = useSyncExternalStore(preview.listen, preview.now);
  return scene && <SceneView scene={scene} theme={theme} onLocale={onLocale} />;
};

disableFocus();
window.portalPreview = preview;
document.documentElement.dataset['theme'] = theme;
document.adoptedStyleSheets = [shellStyle];

const start = async (): Promise<void> => {
  const locale = nearestLocale(params.get('lang') ?? '');
  const translator = await createTranslator({
    onLocale: (tag) => {
      document.documentElement.lang = tag;
    },
    onFailure: () => undefined,
    ...(locale && { detector: { detect: () => locale, remember: () => undefined } }),
  });
  await translator.complete();
  const root = document.getElementById('app');
  if (!root) throw new Error('the page has no #app');
  createRoot(root).render(
    <I18nextProvider i18n={translator.i18n}>
      <ShownScene onLocale={(tag) => void translator.changeLocale(tag)} />
    </I18nextProvider>,
  );
};

const name = params.get('flow');
if (name !== null) void openNamed(name);
const part = params.get('part');
if (part !== null) keepInView(part);
void start();
window.frameElement?.dispatchEvent(new Event(READY));
