/** A small XState app of another team: its files, without the viewer. */
export const OWN_FILES = {
  'upload.machine.ts': `import { assign, fromPromise, setup } from 'xstate';

type Context = { readonly size: bigint; readonly names: ReadonlySet<string>; readonly self: { self?: unknown } };

const circle: { self?: unknown } = {};
circle.self = circle;

export const uploadMachine = setup({
  types: { context: {} as Context, events: {} as { type: 'file.chosen'; name: string; size: bigint } },
  actors: { send: fromPromise(() => new Promise((stored) => setTimeout(stored, 40))) },
  guards: { isSmall: ({ event }) => 'size' in event && event.size < 10n },
}).createMachine({
  id: 'upload',
  context: { size: 0n, names: new Set(), self: circle },
  initial: 'idle',
  states: {
    idle: {
      on: {
        'file.chosen': [
          {
            guard: 'isSmall',
            target: 'sending',
            actions: assign({ size: ({ event }) => event.size, names: ({ event }) => new Set([event.name]) }),
          },
          { target: 'refused' },
        ],
      },
    },
    sending: { invoke: { src: 'send', onDone: 'stored' } },
    refused: {},
    stored: {},
  },
});
`,
  'app.ts': `import { createActor } from 'xstate';
import { uploadMachine } from './upload.machine.ts';

const actor = createActor(uploadMachine).start();
document.querySelector('#choose')?.addEventListener('click', () => actor.send({ type: 'file.chosen', name: 'a.png', size: 3n }));
`,
  'index.html': `<!doctype html>
<title>Upload</title>
<button id="watch">Watch</button>
<button id="choose">Choose a file</button>
<script type="module" src="./app.ts"></script>
`,
  'tsconfig.json': JSON.stringify({
    compilerOptions: {
      target: 'ES2022',
      lib: ['ES2022', 'DOM'],
      module: 'ESNext',
      moduleResolution: 'bundler',
      types: [],
      noEmit: true,
      strict: true,
      exactOptionalPropertyTypes: true,
      skipLibCheck: true,
      allowImportingTsExtensions: true,
    },
    include: ['*.ts'],
  }),
} as const;

/** `app.ts` with the viewer, as the README of the package says. The address may come from the page, for a viewer on another origin. */
export const connectedApp = (name: string): string => `import { createActor } from 'xstate';
import { connectViewer } from '${name}';
import { uploadMachine } from './upload.machine.ts';

const viewer = connectViewer({ url: new URLSearchParams(location.search).get('viewer') ?? './viewer/' });
const actor = createActor(uploadMachine, { inspect: viewer.inspect }).start();
document.querySelector('#watch')?.addEventListener('click', viewer.open);
document.querySelector('#choose')?.addEventListener('click', () => actor.send({ type: 'file.chosen', name: 'a.png', size: 3n }));
`;
