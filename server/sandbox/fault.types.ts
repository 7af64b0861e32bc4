import * as v from 'valibot';

const milliseconds = v.pipe(v.number(), v.integer(), v.minValue(0), v.maxValue(120_000));

/**
 * A fault of one response. With `stall`, `cut`, `malformed`, `empty` and `html` the call takes effect but its response is lost.
 * `latency` delays the call. The others reject the call without effect or change the response.
 */
export const faultSchema = v.variant('kind', [
  v.object({ kind: v.literal('token-invalid') }),
  v.object({ kind: v.literal('forced-logout') }),
  v.object({ kind: v.literal('forbidden') }),
  v.object({
    kind: v.literal('status'),
    status: v.pipe(v.number(), v.integer(), v.minValue(400), v.maxValue(599)),
    retryAfter: v.optional(v.pipe(v.number(), v.integer(), v.minValue(0), v.maxValue(3_600))),
  }),
  v.object({
    kind: v.literal('code'),
    code: v.pipe(v.number(), v.integer()),
    msg: v.optional(v.string(), 'refused by the sandbox'),
  }),
  v.object({ kind: v.literal('latency'), ms: milliseconds }),
  v.object({ kind: v.literal('stall'), at: v.picklist(['headers', 'body']) }),
  v.object({ kind: v.literal('cut'), at: v.pipe(v.number(), v.integer(), v.minValue(0)) }),
  v.object({ kind: v.literal('malformed') }),
  v.object({ kind: v.literal('wrong-schema') }),
  v.object({ kind: v.literal('empty') }),
  v.object({ kind: v.literal('html') }),
  v.object({ kind: v.literal('maintenance') }),
  v.object({ kind: v.literal('missing-role') }),
  v.object({ kind: v.literal('many-servers') }),
  v.object({ kind: v.literal('changed-price') }),
  v.object({ kind: v.literal('raised-price') }),
  v.object({ kind: v.literal('closed-channel') }),
  v.object({ kind: v.literal('out-of-order') }),
  v.object({ kind: v.literal('no-rows') }),
  v.object({ kind: v.literal('foreign-pay-page') }),
]);

export type Fault = v.InferOutput<typeof faultSchema>;

export const clientIdSchema = v.pipe(v.string(), v.minLength(1), v.maxLength(128));

export const faultRequest = v.object({
  clientId: clientIdSchema,
  /** A path of the API, or `*`. */
  path: v.pipe(v.string(), v.regex(/^(?:\*|\/api\/[\w/-]{1,100})$/)),
  fault: faultSchema,
  /** How many responses are affected; null: until it is cleared. */
  times: v.optional(v.nullable(v.pipe(v.number(), v.integer(), v.minValue(1), v.maxValue(10_000))), 1),
});
