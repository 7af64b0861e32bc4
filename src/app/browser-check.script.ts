/** Also a browser that does not support it at all must be able to run this script: it imports nothing. */
const isSupported = (): boolean => {
  try {
    // As text: with a literal, a browser that does not know it would refuse the whole script.
    const lookbehind = /(?<=a)b/;
    return 'toSorted' in [] && 'hasOwn' in Object && lookbehind.test('ab') && CSS.supports('color', 'oklch(0 0 0)');
  } catch {
    return false;
  }
};

if (!isSupported()) document.documentElement.setAttribute('data-start', 'refused');
