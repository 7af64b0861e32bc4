/** Removes signs without a shape, which come with a copied text: joiners, direction marks, byte order marks, soft hyphens, fillers. */
export const withoutInvisible = (text: string): string => text.replace(/\p{Default_Ignorable_Code_Point}/gu, '');
