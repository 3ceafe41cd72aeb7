import { expect, test } from 'vitest'
import { tasksFor } from './tasks.mjs'

const IMPORT = ['node', 'scripts/content/import-providers.ts', 'https://zhengce.example.cn']
const CHECK = ['node', 'scripts/content/check.ts']

test.each(['build', 'start'])(
  '%s fetches the approved providers first, where an address is given',
  (task) => {
    const [steps = []] = tasksFor({ PROVIDERS_FROM: 'https://zhengce.example.cn' })[task] ?? []
    expect(steps.slice(0, 2)).toEqual([IMPORT, CHECK])
    expect(tasksFor({})[task]).toEqual([steps.slice(1)])
  },
)

test('tests and figures are those of the content that is there', () => {
  const { test: tests, bench } = tasksFor({ PROVIDERS_FROM: 'https://zhengce.example.cn' })
  expect([tests, bench]).toEqual([tasksFor({})['test'], tasksFor({})['bench']])
})
