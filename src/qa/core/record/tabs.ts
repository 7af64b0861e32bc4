import { type Flow, type FlowReading, type FlowRun, readFlow } from './flow.file.ts';

const LETTERS = [...'abcdefghijklmnopqrstuvwxyz'];

const isSameLoad = (one: FlowRun, other: FlowRun): boolean =>
  one.startedAt === other.startedAt && one.address === other.address && one.rows[0]?.at === other.rows[0]?.at;

/** Each tab saves its own file and calls itself the first one. A page load in two files of one tab is kept once, with the most rows. */
const mergedRuns = (flows: readonly Flow[]): readonly FlowRun[] => {
  const merged: FlowRun[] = [];
  const taken = new Set<string>();
  for (const { runs } of flows) {
    const names = new Map<string, string>();
    const nameOf = (tab: string): string => {
      const known = names.get(tab) ?? [tab, ...LETTERS].find((letter) => !taken.has(letter)) ?? tab;
      names.set(tab, known);
      return known;
    };
    for (const run of runs) {
      const known = merged.findIndex((one) => isSameLoad(one, run));
      const other = merged[known];
      if (!other) {
        merged.push({ ...run, tab: nameOf(run.tab) });
        continue;
      }
      names.set(run.tab, other.tab);
      if (run.rows.length > other.rows.length) merged[known] = { ...run, tab: other.tab };
    }
    for (const name of names.values()) taken.add(name);
  }
  return merged.toSorted((one, other) => one.startedAt - other.startedAt);
};

/** The recordings of the tabs of one browser as one recording with the facts of the first, and the page loads in the order of their start. */
export const mergedFlows = (first: Flow, others: readonly Flow[]): Flow => {
  const flows = [first, ...others];
  const machines: Flow['machines'] = Object.assign({}, ...flows.map((flow) => flow.machines));
  return { ...first, machines, runs: [...mergedRuns(flows)] };
};

export const mergedFlow = (texts: readonly string[]): FlowReading => {
  const flows: Flow[] = [];
  for (const [at, text] of texts.entries()) {
    const read = readFlow(text);
    if (!read.ok) return { ok: false, line: texts.length > 1 ? `File ${at + 1}: ${read.line}` : read.line };
    flows.push(read.flow);
  }
  const [first, ...others] = flows;
  return first ? { ok: true, flow: mergedFlows(first, others) } : { ok: false, line: 'There is no recording.' };
};

type Message =
  | { readonly kind: 'ask'; readonly id: string }
  | { readonly kind: 'answer'; readonly id: string; readonly flow: Flow };

/** A tab in the background needs longer; one that the browser has put to sleep does not answer. */
const ANSWER_MS = 500;

type Browser = { readonly BroadcastChannel: typeof BroadcastChannel; readonly crypto: Pick<Crypto, 'randomUUID'> };

/** Answers the other tabs of this browser with the recording of this tab. `others` resolves with theirs. */
export const joinTabs = ({ BroadcastChannel, crypto }: Browser, own: () => Flow) => {
  const channel = new BroadcastChannel('portal.qa');
  const answers = new Map<string, Flow[]>();
  channel.addEventListener('message', ({ data }: MessageEvent<Message>) => {
    if (data.kind === 'answer') answers.get(data.id)?.push(data.flow);
    else channel.postMessage({ kind: 'answer', id: data.id, flow: own() } satisfies Message);
  });
  return {
    others: async (): Promise<readonly Flow[]> => {
      const id = crypto.randomUUID();
      const found: Flow[] = [];
      answers.set(id, found);
      channel.postMessage({ kind: 'ask', id } satisfies Message);
      await new Promise((resolve) => setTimeout(resolve, ANSWER_MS));
      answers.delete(id);
      return found;
    },
    leave: (): void => channel.close(),
  };
};
