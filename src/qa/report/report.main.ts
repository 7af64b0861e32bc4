/** The frame in which the page draws the portal has the same script. */
void (window.frameElement ? import('../preview/preview.main.tsx') : import('../viewer/viewer.main.tsx'));
