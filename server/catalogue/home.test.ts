import { expect, test } from 'vitest'
import { openPortalForEach, portal } from '../testing/for-each.ts'

openPortalForEach()

const figures = async () => (await portal.browser().get('/customer/api/v1/index/data')).body

test('the figures are those of the catalogue; the closing day itself is open', async () => {
  expect(await figures()).toEqual({
    code: 200,
    data: {
      originals: 2,
      interpretations: 3,
      news: 2,
      in_force: 0,
      open: 2,
      counted_at: '2026-11-21T02:00:00.000Z',
    },
  })
})

test("windows close at China's midnight", async () => {
  portal.clock.ms = Date.parse('2026-11-21T23:59:59+08:00')
  expect((await figures()).data.open).toBe(2)
  portal.clock.ms += 1000
  expect((await figures()).data.open).toBe(1)
})

test('the logos are those of the catalogue', async () => {
  expect((await portal.browser().get('/customer/api/v1/index/logo')).body).toEqual({
    code: 200,
    data: [{ name: '示例产业园', image: '/partners/park.svg' }],
  })
})
