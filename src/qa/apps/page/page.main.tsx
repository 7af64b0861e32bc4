import { lazy } from 'react';
import { drawQaPage } from './qa-page.view.tsx';

const viewer = () => import('../viewer/viewer.view.tsx');

/** A frame of the page draws one screen of the portal. */
if (new URLSearchParams(window.location.search).has('preview')) void import('../preview/preview.main.tsx');
else
  drawQaPage({
    recording: lazy(async () => ({ default: (await viewer()).RecordingTab })),
    live: lazy(async () => ({ default: (await viewer()).LiveTab })),
    lab: lazy(async () => ({ default: (await import('../lab/lab.view.tsx')).LabTab })),
    gallery: lazy(async () => ({ default: (await import('../gallery/gallery.view.tsx')).GalleryTab })),
  });
