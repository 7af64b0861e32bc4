/** One line above every page. `titles` by BCP 47 tag; `articleId`: what it leads to, if anything. */
export type Bulletin = {
  readonly bulletinId: string;
  readonly title: string;
  readonly titles: Readonly<Record<string, string>>;
  readonly articleId: string | null;
};

export type BulletinsContext = {
  /** Most important first. */
  readonly bulletins: readonly Bulletin[];
  /** Which of them is in the strip. */
  readonly at: number;
};

export type BulletinsEvent =
  /** The next one into the strip, or the one before; round and round. */
  | { readonly type: 'bulletin.turn'; readonly by: 1 | -1 }
  /** The player has read enough: the strip is gone until the next visit, or until there is something new. */
  | { readonly type: 'strip.close' };
