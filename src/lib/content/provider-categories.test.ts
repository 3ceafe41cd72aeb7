import { expect, test } from 'vitest'
import { providersOf } from './provider-categories.ts'

test.each([
  ['财税服务', '财税服务商'],
  ['知识产权', '知识产权服务商'],
])('%s is offered by %s', (category, providers) => {
  expect(providersOf(category)).toBe(providers)
})
