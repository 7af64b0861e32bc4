import { Worker } from 'node:worker_threads';

/** Runs in a thread: `ready[0]` counts the connections that the kernel has made. */
const CLIENTS = `
  const { connect } = require('node:net');
  const { parentPort, workerData } = require('node:worker_threads');
  const { port, count, ready } = workerData;
  const answers = [];
  for (let at = 0; at < count; at += 1) {
    let text = '';
    const socket = connect(port, '127.0.0.1', () => {
      socket.write('GET / HTTP/1.1\\r\\nHost: portal\\r\\nConnection: close\\r\\n\\r\\n');
      Atomics.add(ready, 0, 1);
      Atomics.notify(ready, 0);
    });
    socket.on('data', (data) => { text += data; });
    socket.on('error', (error) => { text = error.code; });
    socket.on('close', () => {
      answers.push(text);
      if (answers.length === count) parentPort.postMessage(answers);
    });
  }
`;

/**
 * Blocks this thread until `count` clients have connected and sent a request. None of them has been accepted yet. Resolves with the text that
 * each has received when its connection is closed, or with the code of its error.
 */
export const connectWaitingClients = (port: number, count: number): Promise<readonly string[]> => {
  const ready = new Int32Array(new SharedArrayBuffer(4));
  const worker = new Worker(CLIENTS, { eval: true, workerData: { port, count, ready } });
  const answers = new Promise<readonly string[]>((resolve, reject) => {
    worker.once('message', resolve);
    worker.once('error', reject);
  });
  for (let now = 0; now < count; now = Atomics.load(ready, 0)) Atomics.wait(ready, 0, now);
  return answers.finally(() => worker.terminate());
};
