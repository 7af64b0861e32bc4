/** A browser that is too old must be able to run this script too, so it imports nothing. */
const isSupported = (): boolean => {
  try {
    // The build writes it as `new RegExp('…')`. A browser that does not know a literal refuses the whole script.
    const lookbehind = /(?<=a)b/;
    return 'toSorted' in [] && 'hasOwn' in Object && lookbehind.test('ab') && CSS.supports('color', 'oklch(0 0 0)');
  } catch {
    return false;
  }
};

if (!isSupported()) document.documentElement.setAttribute('data-start', 'refused');
