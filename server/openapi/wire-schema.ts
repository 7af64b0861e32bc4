import { toJsonSchema } from '@valibot/to-json-schema';
import type * as v from 'valibot';
import { ORDER_STATUS_CODE, ORDER_STATUSES } from '../../machines/order/order.status.ts';
import { wireStatus } from '../../src/contract/order.contract.ts';
import * as wire from '../../src/contract/wire.ts';

/** A JSON Schema of draft 2020-12. */
export type Schema = { readonly [keyword: string]: unknown };

const STATUS_CODES = ORDER_STATUSES.map((status) => `${ORDER_STATUS_CODE[status]} ${status}`).join(', ');

const DIGITS = '^[+-]?\\d+$';

/** What each type of the contract should look like on the wire. The portal reads more forms (`src/contract/forms.ts`). */
const WIRE_FORMS: readonly (readonly [v.GenericSchema, Schema])[] = [
  [wire.id, { type: ['string', 'integer'], minLength: 1, maxLength: 128, description: 'An id, best as text.' }],
  [wire.text, { type: ['string', 'number'] }],
  [wire.integer, { type: ['integer', 'string'], pattern: DIGITS }],
  [
    wire.seconds,
    {
      type: ['integer', 'string'],
      pattern: '^\\d+$',
      minimum: 0,
      maximum: 32_503_680_000,
      description: 'Seconds since 1970.',
    },
  ],
  [
    wire.dollars,
    {
      type: ['number', 'string'],
      pattern: '^\\d+(?:\\.\\d{1,2})?$',
      minimum: 0,
      'x-decimals': 2,
      description: 'US dollars.',
    },
  ],
  [wire.flag, { type: 'boolean' }],
  [
    wireStatus,
    {
      type: ['integer', 'string'],
      description: `${STATUS_CODES}, or a name of the specification.`,
      examples: [1],
    },
  ],
];

type Part = { readonly type: string; readonly requirement?: unknown; readonly options?: unknown };
type Pipe = { readonly pipe?: readonly (Part & Pipe)[]; readonly wrapped?: Pipe; readonly fallback?: unknown };

const flat = ({ pipe = [] }: Pipe): readonly Part[] => pipe.flatMap((part) => (part.pipe ? flat(part) : [part]));

/** The first part of a type's pipe: any schema that is derived from the type begins with the same object. */
const FORM_OF = new Map(WIRE_FORMS.map(([schema, form]) => [flat(schema as Pipe)[0] as unknown, form]));

const LIMITS: Readonly<Record<string, string>> = { min_value: 'minimum', max_value: 'maximum' };

/** The conversion stops where a type is read, so the limits behind it are added here. */
const limitsOf = (entry: Pipe): Schema =>
  entry.wrapped
    ? limitsOf(entry.wrapped)
    : Object.fromEntries(
        flat(entry).flatMap(({ type, requirement, options }) => {
          if (type === 'picklist' && entry.pipe) return [['enum', options]];
          const keyword = LIMITS[type];
          return keyword ? [[keyword, requirement]] : [];
        }),
      );

const nullable = (schema: Schema): Schema => {
  const { type, enum: values } = schema;
  if (type === undefined) return { anyOf: [schema, { type: 'null' }] };
  return {
    ...schema,
    type: [...new Set([type, 'null'].flat())],
    ...(Array.isArray(values) && { enum: [...values, null] }),
  };
};

const withLimits = (schema: Schema, entry: Pipe): Schema => {
  const { enum: values, ...limits } = limitsOf(entry);
  if (!Array.isArray(values)) return { ...schema, ...limits };
  const isNullable = Array.isArray(schema['type']) && schema['type'].includes('null');
  return { enum: [...values, ...values.map(String), ...(isNullable ? [null] : [])] };
};

type Known = {
  readonly type: string;
  readonly row?: v.GenericSchema;
  readonly options?: readonly v.GenericSchema[];
  readonly wrapped?: v.GenericSchema;
  readonly entries?: Readonly<Record<string, Pipe>>;
  readonly value?: { readonly type: string };
};

/** What a publisher sends or receives for a schema of the contract. */
export const wireSchema = (schema: v.GenericSchema): Schema => {
  const { $schema, $defs, ...converted } = toJsonSchema(schema, {
    target: 'draft-2020-12',
    typeMode: 'input',
    errorMode: 'ignore',
    overrideSchema: ({ valibotSchema, jsonSchema }) => {
      const form = FORM_OF.get(valibotSchema);
      if (form) return form;
      const { type, row, options, entries, value } = valibotSchema as unknown as Known;
      if (row) return { type: ['array', 'null'], items: wireSchema(row) };
      if (type === 'lazy') return { anyOf: options?.map(wireSchema) };
      if (type === 'nullish') return nullable(Object(jsonSchema.anyOf?.[0]));
      if (type === 'record' && value?.type === 'unknown')
        return { type: 'object', additionalProperties: { type: 'string' } };
      if (!entries) return null;
      const properties = Object.entries(jsonSchema.properties ?? {}).map(([name, property]) => [
        name,
        withLimits(property as Schema, entries[name] ?? {}),
      ]);
      const required = jsonSchema.required?.filter((name) => entries[name]?.fallback === undefined) ?? [];
      return { ...jsonSchema, properties: Object.fromEntries(properties), required };
    },
  }) as Schema;
  return converted;
};
