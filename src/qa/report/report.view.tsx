import type { ReactNode } from 'react';
import { List } from '../../ui/list.tsx';
import type { Report, ReportMessage, ReportRun, ReportStep, StepKind } from './report.types.ts';
import type { ReportChart } from './report-charts.ts';

const KIND_WORDS: Readonly<Record<StepKind, string>> = {
  start: 'Start',
  page: 'Page',
  response: 'Response',
  timer: 'Timer',
};

/** Minutes, seconds and milliseconds since the page load: `1:02.345`. */
const timeText = (ms: number): string => {
  const seconds = ms / 1_000;
  return `${Math.floor(seconds / 60)}:${(seconds % 60).toFixed(3).padStart(6, '0')}`;
};

const dateText = (ms: number): string => `${new Date(ms).toISOString().slice(0, 19).replace('T', ' ')} UTC`;

const stepId = (run: number, step: number): string => `step-${run + 1}-${step + 1}`;

const Lines = ({ lines, name }: { readonly lines: readonly string[]; readonly name: string }): ReactNode =>
  lines.length > 0 && (
    <List className={name}>
      {lines.map((line, at) => (
        // biome-ignore lint/suspicious/noArrayIndexKey: the list never changes
        <li key={at}>{line}</li>
      ))}
    </List>
  );

const Changes = ({ changes }: Pick<ReportMessage, 'changes'>): ReactNode =>
  changes.length > 0 && (
    <details>
      <summary>
        Context <span className="count">{changes.length}</span>
      </summary>
      <List className="changes">
        {changes.map(({ path, was, is }) => (
          <li key={path}>
            <code>{path}</code> {was !== null && <del>{was}</del>} <ins>{is ?? 'removed'}</ins>
          </li>
        ))}
      </List>
    </details>
  );

const Message = ({ message }: { readonly message: ReportMessage }): ReactNode => {
  const { title, to, from, isStart, taken, refused, state, changes, payload, broken } = message;
  return (
    <li className="message">
      <h3>{title}</h3>
      <p className="route">{isStart ? to : `${from} → ${to}`}</p>
      <Lines lines={broken} name="broken" />
      <Lines lines={taken} name="taken" />
      <Lines lines={refused} name="refused" />
      {!isStart && taken.length === 0 && refused.length === 0 && <p className="none">No transition.</p>}
      {state !== null && taken.length > 0 && <p className="state">{state}</p>}
      <Changes changes={changes} />
      {payload !== null && (
        <details>
          <summary>Data</summary>
          <pre>{payload}</pre>
        </details>
      )}
    </li>
  );
};

const Flags = ({ step }: { readonly step: ReportStep }): ReactNode => {
  const isBroken = step.messages.some(({ broken }) => broken.length > 0);
  const isFailed = step.messages.some(({ isFailure }) => isFailure);
  const isRefused = step.messages[0]?.refused.length !== 0;
  return (
    <>
      {isBroken && <b className="flag">broken rule</b>}
      {isFailed && <span className="flag">failed</span>}
      {isRefused && <span className="flag">refused</span>}
    </>
  );
};

const Step = ({ step, id }: { readonly step: ReportStep; readonly id: string }): ReactNode => {
  const { at, kind, messages } = step;
  const [first] = messages;
  const title = kind === 'start' ? 'The page starts' : (first?.title ?? '');
  return (
    <li className="step" id={id} data-kind={kind}>
      <a href={`#${id}`}>
        <span className="time">{timeText(at)}</span>
        <span className="what">{title}</span>
        <span className="about">
          {KIND_WORDS[kind]}
          {kind !== 'start' && ` → ${first?.to}`} <Flags step={step} />
        </span>
      </a>
      <div className="detail">
        <List ordered className="messages">
          {messages.map((message, index) => (
            // biome-ignore lint/suspicious/noArrayIndexKey: the list never changes
            <Message key={index} message={message} />
          ))}
        </List>
      </div>
    </li>
  );
};

const Run = ({ run, at, of }: { readonly run: ReportRun; readonly at: number; readonly of: number }): ReactNode => (
  <section className="run" aria-label={`Page load ${at + 1}`}>
    <h2>
      Page load {at + 1} of {of} <small>tab {run.tab}</small>
    </h2>
    <p className="address">{run.address}</p>
    <List ordered>
      {run.steps.map((step, index) => {
        const id = stepId(at, index);
        return <Step key={id} step={step} id={id} />;
      })}
    </List>
    {run.divergence !== null && <p className="end">The current machines diverge here.</p>}
    {run.isCut && <p className="end">The recorder was full: the end is missing.</p>}
  </section>
);

export type ReportViewProps = { readonly report: Report; readonly charts: readonly ReportChart[] };

const Findings = ({ report }: Pick<ReportViewProps, 'report'>): ReactNode => {
  const { runs, changedCharts, hasContexts } = report;
  const diverged = runs.flatMap(({ divergence }, at) => (divergence === null ? [] : [{ at, divergence }]));
  const broken = runs.flatMap((run, at) => run.broken.map((sentence) => `Page load ${at + 1}: ${sentence}`));
  return (
    <>
      {diverged.map(({ at, divergence }) => (
        <section key={at} className="finding" data-tone="bad" aria-label={`Divergence in page load ${at + 1}`}>
          <h2>Page load {at + 1} diverges from the recording</h2>
          <pre>{divergence}</pre>
        </section>
      ))}
      {broken.length > 0 && (
        <section className="finding" data-tone="bad" aria-label="Broken rules">
          <h2>Broken rules</h2>
          <Lines lines={broken} name="plain" />
        </section>
      )}
      {changedCharts.length > 0 && (
        <p className="finding">Charts that changed since the recording: {changedCharts.join(', ')}.</p>
      )}
      {!hasContexts && <p className="finding">The recording has no contexts, so what is shown was not compared.</p>}
    </>
  );
};

const Fact = ({ name, children }: { readonly name: string; readonly children: ReactNode }): ReactNode => (
  <div>
    <dt>{name}</dt>
    <dd>{children}</dd>
  </div>
);

const isSound = ({ runs }: Report): boolean =>
  runs.every(({ divergence, broken }) => divergence === null && broken.length === 0);

/** Browsers do not draw a marker that is defined in a hidden part of the page. */
const ArrowTips = (): ReactNode => (
  <svg className="visually-hidden" aria-hidden="true" focusable="false">
    <defs>
      <marker id="tip" viewBox="0 0 8 8" refX="7" refY="4" markerWidth="8" markerHeight="8" orient="auto">
        <path className="tip" d="M0 0L8 4L0 8z" />
      </marker>
      <marker
        id="tip-lit"
        viewBox="0 0 8 8"
        refX="7"
        refY="4"
        markerUnits="userSpaceOnUse"
        markerWidth="10"
        markerHeight="10"
        orient="auto"
      >
        <path className="tip-lit" d="M0 0L8 4L0 8z" />
      </marker>
    </defs>
  </svg>
);

/** The body of the page. A script turns the list of steps into a player; without it everything can be read in order. */
export const ReportView = ({ report, charts }: ReportViewProps): ReactNode => {
  const { name, build, locale, runs } = report;
  const steps = runs.reduce((sum, run) => sum + run.steps.length, 0);
  return (
    <>
      <ArrowTips />
      <header className="head">
        <div className="headline">
          <h1>{name}</h1>
          <p className="verdict" data-tone={isSound(report) ? 'good' : 'bad'}>
            {isSound(report) ? 'No divergence, no broken rule' : 'See the findings'}
          </p>
        </div>
        <dl className="facts">
          <Fact name="Recorded">{dateText(runs[0]?.startedAt ?? 0)}</Fact>
          <Fact name="Build">{build}</Fact>
          <Fact name="Language">{locale}</Fact>
          <Fact name="Page loads">{runs.length}</Fact>
          <Fact name="Steps">{steps}</Fact>
        </dl>
        <Findings report={report} />
      </header>
      <nav className="bar" aria-label="Steps" data-live="">
        <button type="button" data-go="-1">
          Back
        </button>
        <button type="button" data-list="" aria-expanded="false" aria-controls="steps">
          <span className="visually-hidden">All steps, </span>
          <span data-count="" />
        </button>
        <button type="button" data-go="1">
          Next
        </button>
      </nav>
      <main className="work">
        <div className="list" id="steps">
          <h2>Steps</h2>
          <label className="search" data-live="">
            Find a step
            <input type="search" autoComplete="off" data-search="" />
          </label>
          <p className="none" role="status" data-matches="" />
          {runs.map((run, at) => (
            <Run key={run.startedAt} run={run} at={at} of={runs.length} />
          ))}
        </div>
        <section className="stage" aria-label="Picture of the step" data-live="">
          <div className="tabs">
            <button type="button" data-tab="screen" aria-pressed="true">
              Screen
            </button>
            <button type="button" data-tab="chart" aria-pressed="false">
              Chart
            </button>
            <button type="button" data-tab="machines" aria-pressed="false">
              Machines
            </button>
            <button type="button" data-tab="messages" aria-pressed="false">
              Messages
            </button>
            <label className="pick" data-only="chart">
              <span className="visually-hidden">Machine</span>
              <select data-machine="" />
            </label>
            <span className="zoom" data-only="screen chart">
              <button type="button" data-zoom="-1" aria-label="Smaller">
                −
              </button>
              <button type="button" data-zoom="0">
                Fit
              </button>
              <button type="button" data-zoom="1" aria-label="Larger">
                +
              </button>
            </span>
          </div>
          {/* biome-ignore lint/a11y/noNoninteractiveTabindex: arrow keys scroll a drawing that is larger than its container */}
          <section className="pane" tabIndex={0} aria-label="Picture, scrolls" data-pane="" />
        </section>
        <section className="panel" aria-label="Messages of the step" data-live="">
          <h2 data-heading="" aria-live="polite">
            Messages
          </h2>
          <div data-detail="" />
        </section>
      </main>
      <section className="charts" id="charts">
        <h2>Charts</h2>
        {charts.map(({ id, svg }) => (
          <details key={id}>
            <summary>{id}</summary>
            {/* biome-ignore lint/security/noDangerouslySetInnerHtml: a drawing of this build, not data of the recording */}
            <div className="chart" data-chart={id} dangerouslySetInnerHTML={{ __html: svg }} />
          </details>
        ))}
      </section>
    </>
  );
};
