import type { Flow } from './flow.file.ts';

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
