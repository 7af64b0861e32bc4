/** A line above every page. `titles` is keyed by BCP 47 tag; `articleId` is the article it links to, if any. */
export type Bulletin = {
  readonly bulletinId: string;
  readonly title: string;
  readonly titles: Readonly<Record<string, string>>;
  readonly articleId: string | null;
};

export type BulletinsContext = {
  /** Most important first. */
  readonly bulletins: readonly Bulletin[];
  /** Index of the bulletin in the strip; 0 without bulletins. */
  readonly at: number;
};

export type BulletinsEvent =
  /** Shows the next or the previous bulletin and wraps around. */
  | { readonly type: 'bulletin.turn'; readonly by: 1 | -1 }
  /** Closes the strip until the next visit or until a bulletin is new. */
  | { readonly type: 'strip.close' };
