import { List } from '../../../ui/list.tsx';
import { layerText } from '../../core/replay/finding.ts';
import { flowWarnings } from '../../core/replay/flow-warnings.ts';
import { Tool } from '../page/controls.view.tsx';
import page from '../page/qa-page.module.css';
import type { Recording } from './open-run.ts';
import type { PaneProps } from './use-opened.ts';
import css from './viewer.module.css';

/** Who made the recording, and what cannot be seen in it. */
const factsOf = (recording: Recording): readonly string[] => {
  const { build, locale, runs } = recording;
  const date = new Date(runs[0]?.run.startedAt ?? 0).toISOString().slice(0, 16).replace('T', ' ');
  return [
    `Recorded ${date} UTC by build ${build} in ${locale}.`,
    ...flowWarnings({ ...recording, runs: runs.map(({ run }) => run) }),
  ];
};

type FindingBarProps = Pick<PaneProps, 'place'> & { readonly recording: Recording };

export const FindingBar = ({ recording, place: { findings, goToFinding } }: FindingBarProps) => {
  const [first, ...others] = findings;
  return (
    <section className={`${page['bar']} ${css['findings']}`} data-tone={first ? 'bad' : 'good'} aria-label="Findings">
      {!first && <p>No divergence, no broken rule</p>}
      {first && (
        <>
          <p role="alert">
            <strong>First finding ({layerText(first)}):</strong> {first.sentence}
          </p>
          <Tool label="Go there" onClick={() => goToFinding(first)} />
          <details>
            <summary>Evidence{others.length > 0 && ` and ${others.length} more`}</summary>
            <pre>{first.evidence.join('\n')}</pre>
            <List>
              {others.map((finding) => (
                <li key={`${finding.load} ${finding.count} ${finding.sentence}`}>
                  <button type="button" onClick={() => goToFinding(finding)}>
                    {finding.sentence}
                  </button>
                </li>
              ))}
            </List>
          </details>
        </>
      )}
      <small>{factsOf(recording).join(' ')}</small>
    </section>
  );
};
