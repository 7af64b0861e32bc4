import fc from 'fast-check';
import * as v from 'valibot';
import { describe, expect, test, vi } from 'vitest';
import { createSafeStorage } from '../../src/platform/safe-storage.ts';
import { readStored } from '../../src/platform/versioned-storage.ts';
import { createFakeStore, type FakeMood } from '../support/browser/fake-browser.ts';

const harness = () => {
  const local = createFakeStore();
  const session = createFakeStore();
  const forbidden = (store: typeof local) => () => {
    if (store.mood === 'forbidden') throw new DOMException('denied', 'SecurityError');
    return store;
  };
  const store = createSafeStorage([forbidden(local), forbidden(session)]);
  const refused = vi.fn();
  store.onRefused(refused);
  return { local, session, store, refused };
};

describe('text by key', () => {
  test('a full storage: the next storage keeps the value, a reload finds it, and the old value does not return (C56)', () => {
    const { local, session, store, refused } = harness();
    store.write('intent', 'old');
    local.mood = 'full';
    expect(store.write('intent', 'new')).toBe('durable');
    expect(store.read('intent')).toBe('new');
    expect([local.dump(), session.dump()]).toEqual([{}, { intent: 'new' }]);
    expect(createSafeStorage([() => local, () => session]).read('intent')).toBe('new');
    expect(refused).toHaveBeenCalledOnce();
  });

  test('a storage that throws: memory keeps everything, and the failure is reported once (C56)', () => {
    const { local, session, store, refused } = harness();
    local.mood = 'forbidden';
    session.mood = 'forbidden';
    expect([store.write('a', '1'), store.write('b', '2'), store.write('a', '3')]).toEqual([
      'volatile',
      'volatile',
      'volatile',
    ]);
    expect([store.read('a'), store.read('b'), store.keys('')]).toEqual(['3', '2', ['a', 'b']]);
    store.remove('a');
    expect([store.read('a'), store.keys('')]).toEqual([null, ['b']]);
    expect(refused).toHaveBeenCalledOnce();
    const late = vi.fn();
    store.onRefused(late);
    expect(late).toHaveBeenCalledOnce();
  });

  test('a value that could not be removed is removed when the storage works again (C56)', () => {
    const { local, store } = harness();
    store.write('token', 'secret');
    local.mood = 'forbidden';
    store.remove('token');
    store.write('other', '1');
    local.mood = 'works';
    expect(local.dump()).toEqual({ token: 'secret' });
    store.write('other', '2');
    expect(local.dump()).toEqual({ other: '2' });
  });

  test('a value that another tab has written since is not removed (C56)', () => {
    const { local, store } = harness();
    store.write('token', 'old');
    local.mood = 'forbidden';
    store.remove('token');
    store.remove('token');
    local.mood = 'works';
    local.setItem('token', 'new');
    store.write('other', '1');
    expect([store.read('token'), local.dump()]).toEqual([null, { token: 'new', other: '1' }]);
  });

  test('while a storage cannot be accessed, the page knows what it has read and written (C56)', () => {
    const { local, session, store, refused } = harness();
    local.setItem('read', '1');
    local.setItem('unread', '2');
    expect(store.read('read')).toBe('1');
    store.write('written', '3');
    session.setItem('written', 'older');
    local.mood = 'forbidden';
    expect([store.read('read'), store.read('written'), store.read('unread')]).toEqual(['1', '3', null]);
    expect(store.keys('').toSorted()).toEqual(['read', 'written']);
    expect(refused).not.toHaveBeenCalled();
  });

  test('a value that another tab removes does not return while the storage cannot be accessed (C56)', () => {
    const { local, store } = harness();
    store.write('a', '1');
    store.write('b', '2');
    local.removeItem('a');
    local.removeItem('b');
    expect(store.read('a')).toBeNull();
    expect(store.keys('')).toEqual([]);
    local.mood = 'forbidden';
    expect([store.read('a'), store.read('b'), store.keys('')]).toEqual([null, null, []]);
  });

  test('the store behaves like a map with any storage (C56)', () => {
    const mood = fc.constantFrom<FakeMood>('works', 'full', 'forbidden');
    const step = fc.record({
      act: fc.constantFrom('write', 'remove', 'read'),
      key: fc.constantFrom('a', 'b', 'c'),
      text: fc.string(),
      local: mood,
      session: mood,
    });
    fc.assert(
      fc.property(fc.array(step, { maxLength: 30 }), (steps) => {
        const { local, session, store } = harness();
        const model = new Map<string, string>();
        for (const { act, key, text, ...moods } of steps) {
          local.mood = moods.local;
          session.mood = moods.session;
          if (act === 'write') {
            store.write(key, text);
            model.set(key, text);
          } else if (act === 'remove') {
            store.remove(key);
            model.delete(key);
          } else {
            expect([store.read(key), store.keys('').toSorted()]).toEqual([
              model.get(key) ?? null,
              [...model.keys()].toSorted(),
            ]);
          }
        }
      }),
      { numRuns: 2_000 },
    );
  });
});

describe('records', () => {
  const shape = {
    version: 2,
    preserveOtherVersions: false,
    schema: v.object({ orderId: v.string(), at: v.pipe(v.number(), v.safeInteger()) }),
  };
  const promise = { ...shape, preserveOtherVersions: true };
  const rigged = (text: string) => {
    const local = createFakeStore({ order: text });
    return { local, store: createSafeStorage([() => local]) };
  };

  test.each([
    ['', 'nothing'],
    ['{', 'truncated'],
    ['{"v":"2","data":{"orderId":"O-1","at":5}}', 'a version that is text'],
    ['{"data":{"orderId":"O-1","at":5}}', 'no version'],
    [`{"v":2,"data":{"orderId":"${'x'.repeat(4_000_001)}","at":5}}`, 'endless'],
  ])('hostile text is dropped: %# (C57)', (text) => {
    const { local, store } = rigged(text);
    expect(readStored(store, 'order', shape)).toBeNull();
    expect(local.dump()).toEqual({});
  });

  test('a record of another version is removed unless other versions are preserved (C43)', () => {
    const other = '{"v":1,"data":{"whatever":true}}';
    const dropped = rigged(other);
    const retained = rigged(other);
    expect(readStored(dropped.store, 'order', shape)).toBeNull();
    expect(readStored(retained.store, 'order', promise)).toBeNull();
    expect([dropped.local.dump(), retained.local.dump()]).toEqual([{}, { order: other }]);
  });

  test('__proto__ in stored JSON changes nothing but itself (C57, C69)', () => {
    const { store } = rigged(
      '{"v":2,"data":{"orderId":"O-1","at":5,"__proto__":{"polluted":true}},"__proto__":{"polluted":true}}',
    );
    const record = readStored(store, 'order', shape);
    expect(record).toEqual({ orderId: 'O-1', at: 5 });
    expect(Object.getPrototypeOf(record)).toBe(Object.prototype);
    expect('polluted' in {}).toBe(false);
  });

  test('10,000 hostile values: read or dropped, never thrown (C57)', () => {
    const hostile = fc.oneof(
      fc.string(),
      fc.json(),
      fc.jsonValue().map((data) => JSON.stringify({ v: 2, data })),
      fc
        .record({ v: fc.jsonValue(), data: fc.record({ orderId: fc.jsonValue(), at: fc.jsonValue() }) })
        .map((body) => JSON.stringify(body)),
    );
    fc.assert(
      fc.property(hostile, (text) => {
        const { local, store } = rigged(text);
        const record = readStored(store, 'order', shape);
        if (record === null) expect(local.dump()).toEqual({});
        else expect(record).toEqual({ orderId: expect.any(String), at: expect.any(Number) });
      }),
      { numRuns: 10_000 },
    );
  });
});
