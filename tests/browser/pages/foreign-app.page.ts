import { createBrowserInspector } from '@statelyai/inspect';
import { createActor, createMachine } from 'xstate';

const light = createMachine({
  id: 'light',
  initial: 'green',
  states: {
    green: { on: { 'light.change': 'yellow' } },
    yellow: { on: { 'light.change': 'red' } },
    red: { on: { 'light.change': 'green' } },
  },
});

const url = new URLSearchParams(window.location.search).get('viewer') ?? '';

document.querySelector('#watch')?.addEventListener('click', () => {
  const iframe = document.querySelector('iframe');
  const { inspect } = createBrowserInspector({ url, iframe });
  const actor = createActor(light, { inspect }).start();
  document.querySelector('#change')?.addEventListener('click', () => actor.send({ type: 'light.change' }));
});
