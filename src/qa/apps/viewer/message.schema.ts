import * as v from 'valibot';

const id = v.pipe(v.string(), v.maxLength(200));
const anyEvent = v.looseObject({ type: v.string() });
const time = v.pipe(
  v.union([v.string(), v.number()]),
  v.transform((given) => Number(given)),
  v.finite(),
);

/** A promise or a callback is sent with a definition that contains only its id. */
const machineText = (text: string | null): string | null => {
  try {
    const given: unknown = JSON.parse(text ?? '');
    return typeof given === 'object' && given !== null && Object.keys(given).some((key) => key !== 'id') ? text : null;
  } catch {
    return null;
  }
};

const snapshot = v.looseObject({
  status: v.nullish(v.string(), 'active'),
  value: v.optional(v.unknown()),
  context: v.optional(v.unknown()),
});

const taken = v.object({ source: v.array(v.string()), event: v.string(), rank: v.number() });

/**
 * The protocol of `@statelyai/inspect` 0.7, with only the fields that the viewer reads, and `taken`, which the portal adds. `createdAt`: ms, as
 * text or number.
 */
const messageSchema = v.variant('type', [
  v.object({
    type: v.literal('@xstate.actor'),
    sessionId: id,
    name: v.nullish(v.string(), ''),
    parentId: v.nullish(id, null),
    definition: v.pipe(v.nullish(v.string(), null), v.transform(machineText)),
    snapshot: v.nullish(snapshot, null),
    createdAt: time,
  }),
  v.object({
    type: v.literal('@xstate.event'),
    sessionId: id,
    sourceId: v.nullish(id, null),
    event: anyEvent,
    createdAt: time,
  }),
  v.object({
    type: v.literal('@xstate.snapshot'),
    sessionId: id,
    event: v.nullish(anyEvent, { type: '' }),
    snapshot,
    taken: v.nullish(v.array(taken), []),
    createdAt: time,
  }),
]);

const idOf = (definition: string | null): string | null => {
  const config: unknown = definition === null ? null : JSON.parse(definition);
  return typeof config === 'object' && config !== null && 'id' in config && typeof config.id === 'string'
    ? config.id
    : null;
};

/** The root of a system has no id of its own: its id is the machine id. */
export const actorName = (name: string, sessionId: string, definition: string | null): string =>
  name === '' || name === sessionId ? (idOf(definition) ?? sessionId) : name;

export type Message = v.InferOutput<typeof messageSchema>;

/** Null for any other message on the same channel. */
export const readMessage = (given: unknown): Message | null => {
  const result = v.safeParse(messageSchema, given);
  return result.success ? result.output : null;
};
