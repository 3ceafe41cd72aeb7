import fc from 'fast-check'
import { expect, test } from 'vitest'
import { allowedPlace } from './kf-place.ts'

test.each([
  [{ x: 300, y: 200 }, { x: 300, y: 200 }, 'inside stays'],
  [{ x: 20, y: 480 }, { x: 20, y: 480 }, 'the limits themselves are allowed'],
  [{ x: 19, y: -500 }, { x: 20, y: 20 }, 'near edges'],
  [{ x: 9999, y: 481 }, { x: 680, y: 480 }, 'far edges'],
])('in 800 × 600 %j goes to %j: %s', (wanted, place) => {
  expect(allowedPlace(wanted, 800, 600)).toEqual(place)
})

test('a window too small for both limits keeps the near edge', () => {
  expect(allowedPlace({ x: 50, y: 50 }, 100, 139)).toEqual({ x: 20, y: 20 })
})

test('wherever it is put, the place is allowed and putting it there again changes nothing', () => {
  const place = fc.record({ x: fc.integer(), y: fc.integer() })
  const size = fc.integer({ min: 140, max: 5000 })
  fc.assert(
    fc.property(place, size, size, (wanted, width, height) => {
      const { x, y } = allowedPlace(wanted, width, height)
      expect(x >= 20 && x <= width - 120 && y >= 20 && y <= height - 120).toBe(true)
      expect(allowedPlace({ x, y }, width, height)).toEqual({ x, y })
    }),
  )
})
