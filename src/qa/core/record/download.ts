/** Saves a text under a name with this ending. `type`: MIME type. */
export const download = (name: string, ending: string, type: string, text: string): void => {
  // `flow 2026-11-23T03:00:00` → `flow-2026-11-23T03-00-00`
  const file = name.replaceAll(/[^\p{L}\p{N}]+/gu, '-').replaceAll(/^-|-$/g, '') || 'flow';
  const link = document.createElement('a');
  link.href = URL.createObjectURL(new Blob([text], { type }));
  link.download = `${file}${ending}`;
  link.click();
  setTimeout(() => URL.revokeObjectURL(link.href), 10_000);
};
