import { download } from '../record/download.ts';
import { reportFile } from './report-html.tsx';

/** Downloads the page that `npm run report` writes. `text`: of a `.flow.json`. Resolves with an error message or null. */
export const shareReport = async (browser: Window, name: string, text: string): Promise<string | null> => {
  const report = await reportFile(text);
  if (!report.ok) return report.line;
  download(browser, { name, ending: '.report.html', type: 'text/html', text: report.html });
  return null;
};
