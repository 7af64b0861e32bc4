import { download } from '../../core/record/download.ts';
import { reportPage } from './report-page.ts';

type Reader = {
  readonly browser: Window;
  /** The lab can replace the function of the window, to simulate a page without a network. */
  readonly fetch: Window['fetch'];
};

/** Downloads the page that `npm run qa` writes. `text`: of a `.flow.json`. Resolves with an error message or null. */
export const shareReport = async ({ browser, fetch }: Reader, name: string, text: string): Promise<string | null> => {
  const response = await fetch('/qa-report.html');
  const report = reportPage(await response.text(), text);
  if (!report.ok) return report.line;
  download(browser, { name, ending: '.report.html', type: 'text/html', text: report.html });
  return null;
};
