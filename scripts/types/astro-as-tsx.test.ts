import { expect, test } from 'vitest'
import { astroAsTsx, tellOfSource } from './astro-as-tsx.ts'

const SOURCE = 'src/pages/[id].astro'
const TEXT = `---
export function getStaticPaths() {
  return [{ params: { id: 'one' }, props: { count: 1 } }]
}
const { count } = Astro.props
---
<p title={count}>{count}</p>
<script>
  const width: string = innerWidth
</script>
`
const files = new Map(astroAsTsx(SOURCE, TEXT).map((made) => [made.path, made]))

function tell(path: string, word: string): string | undefined {
  const lines = files.get(path)?.code.split('\n') ?? []
  const line = lines.findIndex((text) => text.includes(word))
  expect(line).not.toBe(-1)
  const place = `${line + 1},${(lines[line]?.indexOf(word) ?? 0) + 1}`
  return tellOfSource(`${path}(${place}): error TS2322: Not so.\n  Because.`, files)
}

test.each([
  ['between the fences', `${SOURCE}.tsx`, 'count }', '5,9'],
  ['of the template', `${SOURCE}.tsx`, 'title=', '7,4'],
  ['of a script', `${SOURCE}.0.ts`, 'width', '9,9'],
])('a fault %s is told where it was written', (_, path, word, place) => {
  expect(tell(path, word)).toBe(`${SOURCE}(${place}): error TS2322: Not so.\n  Because.`)
})

test('faults in added code are dropped', () => {
  expect(tell(`${SOURCE}.tsx`, 'ASTRO__MergeUnion')).toBeUndefined()
})

test('faults in other files are unchanged', () => {
  const fault = "src/site.ts(1,2): error TS2304: Cannot find name 'x'."
  expect(tellOfSource(fault, files)).toBe(fault)
  const general = 'error TS5083: Cannot read file.'
  expect(tellOfSource(general, files)).toBe(general)
})

test('an unreadable file is reported with the place', () => {
  expect(() => astroAsTsx('src/a.astro', '---\nconst a = {\n---\n<p>')).toThrow(/^src\/a\.astro:\d+:\d+ /)
})
