/**
 * The editors' workbench, in `npm run dev` only: its pages, its calls, and drafts that replace files, so that every page
 * shows unsaved text at once. No build contains src/editor (tests/built/routes.test.ts).
 */
import { join, resolve } from 'node:path'
import type { AstroIntegration } from 'astro'
import { envField } from 'astro/config'
import type { ViteDevServer } from 'vite'

export function editor(contentDir: string, cacheDir: string): AstroIntegration {
  const shownDir = join(cacheDir, 'shown')
  return {
    name: 'editor',
    hooks: {
      'astro:config:setup': ({ command, injectRoute, updateConfig }) => {
        if (command !== 'dev') return
        injectRoute({ pattern: '/frontend/editor', entrypoint: './src/editor/pages/index.astro' })
        injectRoute({ pattern: '/frontend/editor/edit', entrypoint: './src/editor/pages/edit.astro' })
        // Loaded on a download. If Vite discovered them only then, it would refuse them until a reload.
        const optimizeDeps = { include: ['client-zip', 'diff', 'turndown'] }
        updateConfig({
          env: {
            schema: {
              SHOWN_DIR: envField.string({ context: 'server', access: 'public', default: shownDir }),
            },
          },
          vite: { optimizeDeps },
        })
      },
      'astro:server:setup': ({ server }) =>
        mount(server, { contentDir, shownDir, draftsDir: join(cacheDir, 'drafts') }),
    },
  }
}

async function mount(
  server: ViteDevServer,
  folders: Record<'contentDir' | 'shownDir' | 'draftsDir', string>,
): Promise<void> {
  const [{ getRequestListener }, { isLocal, makeEditorApp }, { openDocuments }, calls] = await Promise.all([
    import('@hono/node-server'),
    import('./server/app.ts'),
    import('./server/documents.ts'),
    import('./calls.ts'),
  ])
  const { client, ...others } = server.environments
  const documents = await openDocuments({
    ...folders,
    onContent: () => {
      // Astro caches the list of pages together with their content.
      for (const environment of Object.values(others)) environment.hot.send('astro:content-changed', {})
      client?.hot.send(calls.CONTENT_EVENT, {})
    },
    onDocument: (event) => client?.hot.send(calls.DOCUMENT_EVENT, event),
  })
  const { fetch } = makeEditorApp(documents)
  const listener = getRequestListener((request, env) => fetch(request, env))
  server.middlewares.use((request, response, next) => {
    const path = request.url?.split('?')[0] ?? ''
    if (path.startsWith(calls.CALLS_PATH)) return void listener(request, response)
    const isOurs = /^\/frontend\/editor(\/|$)/.test(path)
    if (!isOurs || isLocal(request.headers.host, request.socket.remoteAddress)) return next()
    response.writeHead(403, { 'content-type': 'text/plain; charset=utf-8' })
    response.end('编辑页面只能在本机打开：http://localhost')
  })
  server.watcher.add(resolve(folders.contentDir))
  for (const event of ['add', 'change', 'unlink'] as const) {
    server.watcher.on(event, (path) => void documents.follow(path))
  }
}
