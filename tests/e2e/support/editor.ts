/** The editors' workbench on a real `astro dev` with a copy of the content; the tests of a worker share one. */
import { spawn } from 'node:child_process'
import { cp, mkdtemp, readFile, rm } from 'node:fs/promises'
import { createServer } from 'node:net'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { test as base, expect, type FrameLocator, type Page } from 'playwright/test'
import { endingWithUs } from '../../../server/testing/end-with-us.ts'

interface Workbench {
  origin: string
  /** The parent folder of CONTENT_DIR, which is its `content`. */
  folder: string
  onDisk(file: string): Promise<string>
  open(page: Page, file: string): Promise<FrameLocator>
}

export const test = base.extend<object, { workbench: Workbench }>({
  workbench: [
    // biome-ignore lint/correctness/noEmptyPattern: Playwright reads the names from the pattern.
    async ({}, use) => {
      const folder = await mkdtemp(join(tmpdir(), 'editor-e2e-'))
      const content = join(folder, 'content')
      await cp('src/content', content, { recursive: true })
      const port = await freePort()
      const origin = `http://localhost:${port}`
      const dev = spawn(
        ...endingWithUs(process.execPath, [
          ...['node_modules/astro/bin/astro.mjs', 'dev', '--ignore-lock'],
          ...['--port', `${port}`],
        ]),
        {
          env: {
            ...process.env,
            CONTENT_DIR: content,
            CACHE_DIR: join(folder, 'cache'),
            DATA_DIR: join(folder, 'data'),
            PORT: `${port}`,
          },
          stdio: ['ignore', 'pipe', 'pipe'],
        },
      )
      await new Promise<void>((ready, fail) => {
        let said = ''
        dev.stderr.on('data', (line) => {
          said += line
          // Tells why a call of the workbench failed.
          process.stderr.write(line)
        })
        dev.stdout.on('data', (line) => `${line}`.includes('watching for file changes') && ready())
        dev.once('exit', (code) => fail(new Error(`astro dev ended: ${code}\n${said}`)))
      })
      await use({
        origin,
        folder,
        onDisk: (file) => readFile(join(content, file), 'utf8'),
        async open(page, file) {
          await page.goto(`${origin}/frontend/editor/edit?file=${encodeURIComponent(file)}`)
          const preview = page.frameLocator('iframe')
          await expect(preview.locator('h1')).toBeVisible()
          return preview
        },
      })
      dev.removeAllListeners('exit')
      const ended = new Promise((end) => dev.once('exit', end))
      if (dev.kill()) await ended
      await rm(folder, { recursive: true })
    },
    { scope: 'worker' },
  ],
})

export { expect }

function freePort(): Promise<number> {
  return new Promise((found) => {
    const server = createServer().listen(0, '127.0.0.1', () => {
      const address = server.address()
      server.close(() => found(typeof address === 'object' && address ? address.port : 0))
    })
  })
}
