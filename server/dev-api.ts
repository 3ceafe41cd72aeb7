import { resolve } from 'node:path'
import { getRequestListener } from '@hono/node-server'
import type { AstroIntegration } from 'astro'
import { openBackend } from './backend.ts'
import { type Environment, getConfig } from './config/config.ts'
import { isApiPath } from './http/api-paths.ts'

const KEPT_BACK_BY_VITE = [
  ...['.env', '.env.*', '*.{crt,pem,key,p12,pfx,cer,der}'],
  ...['.npmrc', '.yarnrc.yml', '**/.git/**'],
]
/** Data, settings with secrets, and builds that may hold drafts: all of it lies in the folder that Vite serves. */
const KEPT_BACK = ['*.env', '**/.data/**', '**/.builds/**', '**/.preview/**']

/** Mounts the API in `astro dev`. Its catalogue is that of the last build. */
export function devApi(env: Environment): AstroIntegration {
  const readConfig = () => getConfig({ ...env, NODE_ENV: 'development' }, undefined, true)
  return {
    name: 'dev-api',
    hooks: {
      'astro:config:setup': ({ command, updateConfig }) => {
        if (command !== 'dev') return
        const { dataDir } = readConfig()
        const deny = [...KEPT_BACK_BY_VITE, ...KEPT_BACK, `${resolve(dataDir)}/**`]
        // With CORS, Vite would let pages of any other program on this machine read its files.
        updateConfig({ vite: { server: { cors: false, fs: { deny } } } })
      },
      'astro:server:setup': async ({ server, logger }) => {
        const config = readConfig()
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
