/** Texts of an item in the catalog: BCP 47 tag → text, and the source text. */
type Titled = { readonly title: string; readonly titles: Readonly<Record<string, string>> };

export const itemTitle = ({ title, titles }: Titled, locale: string): string => titles[locale] || title;
