import { expect, test } from 'vitest'
import { THEME_ICONS } from './drawings.ts'

type Point = readonly [number, number]

/** Twice the signed area between this segment and the origin. */
const cross = ([x, y]: Point, [nextX, nextY]: Point) => x * nextY - nextX * y

/** Returns the area of a filled path of straight lines and circular arcs. */
function areaOf(path: string): number {
  return path
    .split(/(?=[Mm])/)
    .map((shape) => Math.abs(shapeArea(shape)))
    .reduce((sum, area) => sum + area, 0)
}

function shapeArea(shape: string): number {
  let at: Point = [0, 0]
  let start: Point = at
  let doubled = 0
  const go = (to: Point) => {
    doubled += cross(at, to)
    at = to
  }
  for (const [, command = '', text = ''] of shape.matchAll(/([a-z])([^a-z]*)/gi)) {
    const numbers = text.match(/-?\d+(\.\d+)?/g)?.map(Number) ?? []
    const [x, y] = command === command.toLowerCase() ? at : [0, 0]
    switch (command.toLowerCase()) {
      case 'h':
        go([x + (numbers[0] ?? 0), at[1]])
        break
      case 'v':
        go([at[0], y + (numbers[0] ?? 0)])
        break
      case 'z':
        go(start)
        break
      case 'a': {
        const [radius = 0, , , isLarge, sweep, dx = 0, dy = 0] = numbers
        const to: Point = [x + dx, y + dy]
        const small = 2 * Math.asin(Math.hypot(to[0] - at[0], to[1] - at[1]) / (2 * radius))
        const angle = isLarge ? 2 * Math.PI - small : small
        doubled += (sweep ? 1 : -1) * radius ** 2 * (angle - Math.sin(angle))
        go(to)
        break
      }
      default:
        for (let next = 0; next < numbers.length; next += 2) {
          const [fromX, fromY] = command === command.toLowerCase() ? at : [0, 0]
          const to: Point = [fromX + (numbers[next] ?? 0), fromY + (numbers[next + 1] ?? 0)]
          if (command.toLowerCase() === 'm' && next === 0) {
            at = to
            start = to
          } else go(to)
        }
    }
  }
  return doubled / 2
}

test.each([
  ['M20 8h8v4h-8zM14 15h14v4H14z', 32 + 56],
  ['M0 10 10 0v10h-10z', 50],
  ['M16 4a12 12 0 0 1 12 12H16z', 36 * Math.PI],
  ['M6 13a10 10 0 0 1 20 0z', 50 * Math.PI],
])('the area of %s is known', (path, area) => {
  expect(areaOf(path)).toBeCloseTo(area)
})

test.each(Object.entries(THEME_ICONS))(
  'the highlighted shape of %s fills at most a quarter of its square',
  (_, { gain, line, onGain = '' }) => {
    expect(areaOf(gain)).toBeGreaterThan(0)
    expect(areaOf(gain)).toBeLessThanOrEqual((32 * 32) / 4)
    expect(`${gain}${line}${onGain}`).toMatch(/^[MmHhVvLlAaZz\d .-]+$/)
  },
)
