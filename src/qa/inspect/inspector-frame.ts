import css from './inspector-frame.module.css';

const ID = 'qa-inspector';

/** The panel at the bottom of the page that holds the inspector; null when it is taken away. */
export const drawInspectorFrame = (document: Document, wanted: boolean): HTMLIFrameElement | null => {
  document.getElementById(ID)?.remove();
  document.documentElement.classList.toggle(css['beside'] ?? '', wanted);
  if (!wanted) return null;
  const frame = document.createElement('iframe');
  frame.id = ID;
  frame.title = 'Inspector';
  frame.className = css['frame'] ?? '';
  document.body.append(frame);
  return frame;
};
