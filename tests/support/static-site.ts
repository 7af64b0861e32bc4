import { createReadStream, existsSync, statSync } from 'node:fs';
import { createServer } from 'node:http';
import { extname, join } from 'node:path';

const TYPES: Readonly<Record<string, string>> = { '.css': 'text/css', '.html': 'text/html', '.js': 'text/javascript' };

/** Serves a folder of files on a free port. */
export const serveFolder = async (folder: string): Promise<{ readonly port: number; readonly close: () => void }> => {
  const server = createServer((request, answer) => {
    const { pathname } = new URL(request.url ?? '/', 'http://site');
    const path = join(folder, pathname, pathname.endsWith('/') ? 'index.html' : '');
    if (!existsSync(path) || !statSync(path).isFile()) {
      answer.writeHead(404).end();
      return;
    }
    answer.writeHead(200, { 'content-type': TYPES[extname(path)] ?? 'application/octet-stream' });
    createReadStream(path).pipe(answer);
  });
  await new Promise<void>((ready) => server.listen(0, '127.0.0.1', ready));
  const address = server.address();
  const close = (): void => {
    server.closeAllConnections();
    server.close();
  };
  return { port: typeof address === 'object' && address ? address.port : 0, close };
};
