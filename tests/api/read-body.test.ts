import { expect, test, vi } from 'vitest';
import { readBody } from '../../src/api/read-body.ts';

const LIMIT = 8;
const bytes = (text: string) => new TextEncoder().encode(text);

const bodyOf = (...chunks: readonly Uint8Array[]) =>
  new ReadableStream<Uint8Array>({
    start: (controller) => {
      for (const chunk of chunks) controller.enqueue(chunk);
      controller.close();
    },
  });

const read = (body: ReadableStream<Uint8Array> | null, signal = new AbortController().signal) =>
  readBody(body, LIMIT, signal);

test('a response without a body is an empty text (C21)', async () => {
  expect(await read(null)).toEqual({ kind: 'text', text: '' });
  expect(await read(bodyOf())).toEqual({ kind: 'text', text: '' });
});

test('the limit itself is allowed, one byte more is not (C21)', async () => {
  expect(await read(bodyOf(bytes('1234'), bytes('5678')))).toEqual({ kind: 'text', text: '12345678' });
  expect(await read(bodyOf(bytes('1234'), bytes('56789')))).toEqual({ kind: 'unreadable', why: 'oversized' });
});

test('bytes that are not UTF-8 are unreadable, in the middle and at the end (C21)', async () => {
  const open = new ReadableStream<Uint8Array>({ start: (controller) => controller.enqueue(new Uint8Array([0xff])) });
  const cancel = vi.spyOn(ReadableStreamDefaultReader.prototype, 'cancel');
  expect(await read(open)).toEqual({ kind: 'unreadable', why: 'not UTF-8' });
  expect(cancel).toHaveBeenCalledOnce();
  cancel.mockRestore();
  expect(await read(bodyOf(bytes('月').slice(0, 2)))).toEqual({ kind: 'unreadable', why: 'not UTF-8' });
});

test('a character may arrive in two parts (C21)', async () => {
  const month = bytes('月');
  expect(await read(bodyOf(month.slice(0, 1), month.slice(1)))).toEqual({ kind: 'text', text: '月' });
});

test('a byte order mark is part of the text (C21)', async () => {
  expect(await read(bodyOf(new Uint8Array([0xef, 0xbb, 0xbf]), bytes('{}')))).toEqual({
    kind: 'text',
    text: '\uFEFF{}',
  });
});

test('an aborted signal ends the read and cancels the stream, before and during it (C18)', async () => {
  for (const abortedFirst of [true, false]) {
    const cancelled = vi.fn();
    const stalled = new ReadableStream<Uint8Array>({ cancel: cancelled });
    const caller = new AbortController();
    if (abortedFirst) caller.abort(new Error('too late'));
    const outcome = read(stalled, caller.signal);
    if (!abortedFirst) caller.abort(new Error('too late'));
    await expect(outcome).rejects.toThrow('too late');
    expect(cancelled).toHaveBeenCalledOnce();
  }
});

test('a body that ends after the abort is not a complete one (C18)', async () => {
  const caller = new AbortController();
  caller.abort(new Error('too late'));
  await expect(read(bodyOf(bytes('{}')), caller.signal)).rejects.toThrow('too late');
});

test('a finished read no longer listens to the signal', async () => {
  const { signal } = new AbortController();
  const add = vi.spyOn(signal, 'addEventListener');
  const remove = vi.spyOn(signal, 'removeEventListener');
  await read(bodyOf(bytes('1234')), signal);
  expect(remove.mock.calls).toEqual(add.mock.calls);
  expect(add).toHaveBeenCalled();
});
