import { openApiDocument } from '../../../server/openapi/openapi.ts';
import type { Schema } from '../../../server/openapi/wire-schema.ts';
import codes from '../../../server/runtime/codes.json' with { type: 'json' };

export const apiDocument = openApiDocument();

type Field = { readonly path: string; readonly form: string; readonly isOurs: boolean };

const optionsOf = (schema: Schema): readonly Schema[] =>
  [schema['anyOf'] ?? schema['oneOf'] ?? []].flat().map((one) => Object(one));

const typeOf = (schema: Schema): string => {
  const { type, enum: values, const: only } = schema;
  if (only !== undefined) return JSON.stringify(only);
  if (Array.isArray(values)) return [...new Set(values.filter((value) => value !== null).map(String))].join(', ');
  const types = [type ?? optionsOf(schema).map(typeOf)].flat();
  return [...new Set(types)].join(' or ') || 'any';
};

const formOf = (schema: Schema): string => {
  const { minimum, maximum, maxLength, description } = schema;
  const range = minimum === undefined && maximum === undefined ? '' : `${minimum ?? ''}…${maximum ?? ''}`;
  const length = maxLength === undefined ? '' : `at most ${maxLength} characters`;
  return [typeOf(schema), range, length, description ?? ''].filter(Boolean).join('; ');
};

const fieldsOf = (schema: Schema, path = '', isOurs = false): readonly Field[] => {
  const marked = isOurs || schema['x-ours'] === true;
  const own: readonly Field[] = path === '' ? [] : [{ path, form: formOf(schema), isOurs: marked }];
  const options = optionsOf(schema);
  const items = schema['items'] as Schema | undefined;
  return [
    ...own,
    ...options.flatMap((option) => fieldsOf(option, path, marked).filter((field) => field.path !== path)),
    ...(items ? fieldsOf(items, `${path}[]`, marked).slice(1) : []),
    ...Object.entries(Object(schema['properties'] ?? {}) as Record<string, Schema>).flatMap(([name, property]) =>
      fieldsOf(property, path === '' ? name : `${path}.${name}`, marked),
    ),
  ];
};

const table = (head: readonly string[], rows: readonly (readonly string[])[]): string =>
  [head, head.map(() => '---'), ...rows].map((row) => `| ${row.join(' | ')} |`).join('\n');

const schemas: Readonly<Record<string, Schema>> = apiDocument.components.schemas;

const call = ([path, methods]: readonly [string, Readonly<Record<string, unknown>>]): string => {
  const [[method, operation] = ['', {}]] = Object.entries(methods);
  const { operationId, description, requestBody, security } = operation as {
    readonly operationId: string;
    readonly description: string;
    readonly requestBody?: { readonly content: { readonly 'application/json': { readonly schema: Schema } } };
    readonly security: readonly unknown[];
  };
  const name = operationId.charAt(0).toUpperCase() + operationId.slice(1);
  const form = requestBody?.content['application/json'].schema ?? {};
  const requests = (form['anyOf'] ? optionsOf(form) : [form]).map((one) => fieldsOf(one));
  const sealed = schemas[`${name}Data`];
  const response = fieldsOf(schemas[`${name}Response`] ?? {}).filter(({ path: field }) =>
    /^(?:result|total)/.test(field),
  );
  return [
    `## ${method.toUpperCase()} ${path}`,
    `${description}${security.length > 0 ? ' Needs a session.' : ''}`,
    ...requests
      .filter(({ length }) => length > 0)
      .map((fields) =>
        table(
          ['request', 'form'],
          fields.map(({ path: field, form }) => [`\`${field}\``, form]),
        ),
      ),
    ...(sealed
      ? [
          table(
            ['inside `data`', 'form'],
            fieldsOf(sealed).map(({ path: field, form }) => [`\`${field}\``, form]),
          ),
        ]
      : []),
    table(
      ['specified', 'optional, ours', 'form'],
      response.map(({ path: field, form, isOurs }) => [
        isOurs ? '' : `\`${field}\``,
        isOurs ? `\`${field}\`` : '',
        form,
      ]),
    ),
  ].join('\n\n');
};

/** Each call as the portal sends and reads it, with two columns for the fields of the specification and ours. */
export const publisherDocument = (): string =>
  [
    '# The calls of the portal',
    apiDocument.info.description,
    ...Object.entries(apiDocument.paths).map(call),
    '## Codes of the reference server',
    'A build declares the codes of its API with `VITE_CODES`.',
    table(
      ['reason', 'code'],
      Object.entries(codes).map(([reason, code]) => [reason, String(code)]),
    ),
    '',
  ].join('\n\n');
