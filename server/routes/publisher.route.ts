import { MEDIA_HEADERS, readMedia } from '../content/media.ts';
import { STATIC_PAGE_HEADERS, staticPage } from '../content/static-page.ts';
import { openApiDocument } from '../openapi/openapi.ts';
import type { Mount } from '../runtime/context.ts';

/** In the sandbox: article images, the pages that footer and games link to, and the document of the API. */
export const mountPublisher: Mount = (app, context) => {
  if (!context.config.sandbox) return;
  const media = readMedia();
  app.get('/openapi.json', (c) => c.json(openApiDocument()));
  app.get('/media/:name', (c) => {
    const picture = media.get(c.req.param('name'));
    return picture === undefined ? c.notFound() : c.body(picture, 200, MEDIA_HEADERS);
  });
  app.get('/pages/:name', (c) => {
    const page = staticPage(c.req.param('name'), c.req.query('locale') ?? '');
    return page === null ? c.notFound() : c.body(page, 200, STATIC_PAGE_HEADERS);
  });
};
