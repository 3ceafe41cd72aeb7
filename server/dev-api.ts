/** The reference backend inside `astro dev`: the same app as in production, on the dev server's own port. */
import { getRequestListener } from '@hono/node-server'
import type { AstroIntegration } from 'astro'
import { openBackend } from './backend.ts'
import { type Environment, getConfig } from './config/config.ts'
import { isApiPath } from './http/api-paths.ts'

/** Mounts the API in `astro dev`. Its catalogue is that of the last build. */
export function devApi(env: Environment): AstroIntegration {
  return {
    name: 'dev-api',
    hooks: {
      'astro:server:setup': async ({ server, logger }) => {
        const config = getConfig({ ...env, NODE_ENV: 'development' })
        const { app, listen, stop, close } = await openBackend(
          config,
          () => {},
          (line) => logger.info(line),
        )
        await listen()
        const listener = getRequestListener(app.fetch)
        server.middlewares.use((request, response, next) => {
          if (isApiPath(request.url?.split('?')[0] ?? '')) listener(request, response)
          else next()
        })
        server.httpServer?.once('close', () => stop().then(close))
      },
    },
  }
}
