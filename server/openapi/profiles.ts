import type { Schema } from './wire-schema.ts';

const childrenOf = (paths: readonly string[], name: string): readonly string[] =>
  paths.flatMap((path) => {
    const [first, ...rest] = path.split('.');
    return first === name ? [rest.join('.')] : [];
  });

const propertiesOf = (schema: Schema): Readonly<Record<string, Schema>> => Object(schema['properties'] ?? {});

/** The fields of `paths` alone, all of them required and none of them null. */
export const specifiedProfile = (schema: Schema, paths: readonly string[]): Schema => {
  const { default: _, ...rest } = schema;
  const types = [rest['type'] ?? []].flat().filter((type) => type !== 'null');
  const bare = { ...rest, ...(types.length > 0 && { type: types.length === 1 ? types[0] : types }) };
  if (rest['items']) return { ...bare, items: specifiedProfile(Object(rest['items']), childrenOf(paths, '*')) };
  if (!rest['properties']) return bare;
  const names = Object.keys(propertiesOf(rest)).filter((name) => childrenOf(paths, name).length > 0);
  const properties = names.map((name) => [
    name,
    specifiedProfile(propertiesOf(rest)[name] ?? {}, childrenOf(paths, name)),
  ]);
  return { ...bare, properties: Object.fromEntries(properties), required: names };
};

/** Every field that the portal reads; those outside `paths` are marked as ours. */
export const extendedProfile = (schema: Schema, paths: readonly string[]): Schema => {
  if (schema['items']) return { ...schema, items: extendedProfile(Object(schema['items']), childrenOf(paths, '*')) };
  if (Array.isArray(schema['anyOf']))
    return { ...schema, anyOf: schema['anyOf'].map((one: Schema) => extendedProfile(one, paths)) };
  if (!schema['properties']) return schema;
  const properties = Object.entries(propertiesOf(schema)).map(([name, property]) => {
    const below = childrenOf(paths, name);
    return [name, { ...extendedProfile(property, below), ...(below.length === 0 && { 'x-ours': true }) }];
  });
  return { ...schema, properties: Object.fromEntries(properties) };
};
