import { writeFileSync } from 'node:fs'
import { fileURLToPath } from 'node:url'
import type { AstroIntegration } from 'astro'
import { rolldown } from 'rolldown'
import { WORKER_PATH } from './pages.ts'

const SOURCE = fileURLToPath(new URL('./worker.ts', import.meta.url))
/** The worker that keeps pages, and the one that removes it. The build makes both, so that nginx can switch. */
const WORKERS = { keepPages: WORKER_PATH, leave: WORKER_PATH.replace('.js', '-off.js') }

export function offlineWorker(isOn: boolean): AstroIntegration {
  return {
    name: 'offline-worker',
    hooks: {
      'astro:build:done': async ({ dir }) => {
        for (const [does, path] of Object.entries(WORKERS)) {
          const code = await workerScript(isOn ? does : 'leave')
          writeFileSync(new URL(`.${path}`, dir), code)
        }
      },
    },
  }
}

export async function workerScript(does: string): Promise<string> {
  const entry = `import { ${does} } from ${JSON.stringify(SOURCE)}; ${does}(self)`
  const build = await rolldown({
    input: 'worker',
    plugins: [
      {
        name: 'worker',
        resolveId: (id) => (id === 'worker' ? id : null),
        load: (id) => (id === 'worker' ? entry : null),
      },
    ],
  })
  const { output } = await build.generate({ format: 'iife', minify: { compress: { target: 'es2022' } } })
  await build.close()
  return output[0].code.trim()
}
