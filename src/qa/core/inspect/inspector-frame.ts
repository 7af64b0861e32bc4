import css from './inspector-frame.module.css';

const ID = 'qa-inspector';

/** The panel with the inspector at the bottom of the page; null after it was removed. */
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
