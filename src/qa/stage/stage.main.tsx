import { createRoot } from 'react-dom/client';
import { I18nextProvider } from 'react-i18next';
import { nearestLocale } from '../../i18n/locales.ts';
import { createTranslator } from '../../i18n/translator.ts';
import '../../styles/tokens.css';
import '../../styles/base.css';
import { readFlow } from '../record/flow.file.ts';
import { recordings } from '../record/recordings.ts';
import { createStage } from './stage.ts';
import { StageView } from './stage.view.tsx';

const params = new URLSearchParams(window.location.search);
const stage = createStage();
const number = (name: string): number => Number(params.get(name) ?? 0) || 0;

const openNamed = async (name: string): Promise<void> => {
  const text = await recordings.get(name)?.();
  const read = text === undefined ? null : readFlow(text);
  const run = read?.ok ? read.flow.runs[number('run')] : undefined;
  if (!run) return;
  stage.open(run);
  stage.go(number('step'));
};

window.portalStage = stage;
document.documentElement.dataset['theme'] = params.get('theme') === 'light' ? 'light' : 'dark';

const start = async (): Promise<void> => {
  const wish = nearestLocale(params.get('lang') ?? '');
  const translator = await createTranslator({
    onLocale: (tag) => {
      document.documentElement.lang = tag;
    },
    onFailure: () => undefined,
    ...(wish && { detector: { detect: () => wish, remember: () => undefined } }),
  });
  await translator.complete();
  const root = document.getElementById('app');
  if (!root) throw new Error('the page has no #app');
  createRoot(root).render(
    <I18nextProvider i18n={translator.i18n}>
      <StageView stage={stage} onLocale={(tag) => void translator.changeLocale(tag)} />
    </I18nextProvider>,
  );
};

const name = params.get('flow');
if (name !== null) void openNamed(name);
await start();
