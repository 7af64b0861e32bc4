import { eq } from 'drizzle-orm';
import * as v from 'valibot';
import type { Db } from '../db/database.ts';
import { settings } from '../db/schema.ts';

const text = v.pipe(v.string(), v.minLength(1), v.maxLength(2_000));
const link = v.pipe(v.string(), v.regex(/^(?:https?:\/\/|\/)/), v.maxLength(2_048));

const homeLink = v.object({ key: text, title: text, url: link });
const texts = v.optional(v.record(v.string(), text), {});

const game = v.object({
  gameId: text,
  name: text,
  blurb: text,
  blurbs: texts,
  art: v.nullable(text),
  url: v.nullable(link),
  redeemUrl: v.optional(v.nullable(link), null),
});

const feature = v.object({ key: text, title: text, titles: texts, text, texts, art: v.nullable(text) });

const download = v.object({
  key: text,
  title: text,
  url: v.nullable(link),
  gameId: v.optional(v.nullable(text), null),
});

/** Settings of the operator. Texts are source texts; the portal translates those whose key it knows. */
const SETTINGS = {
  portal: v.object({
    gameId: text,
    gameName: text,
    /** Base address of the game's own gateway. */
    cgi: link,
    loggerUrl: v.nullable(link),
    customerService: v.nullable(link),
  }),
  home: v.object({
    games: v.array(game),
    features: v.array(feature),
    downloads: v.array(download),
    footer: v.array(homeLink),
    redeemUrl: v.nullable(link),
  }),
} as const;

type Settings = typeof SETTINGS;
export type SettingName = keyof Settings;
export type Setting<Name extends SettingName> = v.InferOutput<Settings[Name]>;

/** `invalid`: the row and the paths that are wrong, such as `settings.home: games.0.url`, without their values. */
class InvalidSettingError extends Error {
  override readonly name = 'InvalidSettingError';
  readonly invalid = this.message;
}

/** Returns null if the setting is not set. Rejects with an `InvalidSettingError` if the stored value does not match its schema. */
export const readSetting = async <Name extends SettingName>(db: Db, name: Name): Promise<Setting<Name> | null> => {
  const [row] = await db.select().from(settings).where(eq(settings.name, name));
  const schema: Settings[Name] = SETTINGS[name];
  if (!row) return null;
  const reading = v.safeParse(schema, row.value);
  if (reading.success) return reading.output;
  const paths = reading.issues.map((issue) => v.getDotPath(issue) ?? 'the value');
  throw new InvalidSettingError(`settings.${name}: ${paths.join(', ')}`);
};
