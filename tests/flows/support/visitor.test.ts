import { expect, test } from 'vitest'
import { openDeclaringPage } from './declaring.ts'
import { logIn, openVisitor } from './visitor.ts'

test('a left page saves nothing any more, least of all into the next account', async () => {
  const first = await openVisitor()
  const page = await openDeclaringPage()
  await logIn(page, first)
  await page.openDeclaration(22, [])
  const saves: unknown[] = []
  const startTimer = globalThis.setTimeout
  globalThis.setTimeout = Object.assign((save: () => void, ms?: number) => {
    return startTimer(() => saves.push(save()), Math.min(ms ?? 0, 1))
  }, startTimer)
  page.typeField({ contact: '李雷' })
  await first.close()
  const next = await openVisitor()
  await new Promise((resolve) => startTimer(resolve, 5))
  expect(saves).toEqual([])
  expect(next.requests).toEqual([])
  await next.close()
})
