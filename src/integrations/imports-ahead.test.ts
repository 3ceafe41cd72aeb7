import { expect, test } from 'vitest'
import { addImports } from './imports-ahead.ts'

const IMPORTS = new Map([
  ['/a.js', ['/shared.js']],
  ['/b.js', ['/shared.js', '/deep.js']],
  ['/shared.js', ['/deep.js']],
  ['/deep.js', ['/shared.js']],
  ['/search.js', ['/deep.js']],
])
const ENTRIES = new Map([['/src/start-search.ts', '/search.js']])

const script = (name: string) => `<script type="module" src="${name}"></script>`
const ahead = (name: string) => `<link rel="modulepreload" href="${name}">`

test('what the scripts of a page import is named before them, each once', () => {
  expect(addImports(`<p></p>${script('/a.js')}${script('/b.js')}`, IMPORTS, ENTRIES)).toBe(
    `<p></p>${ahead('/shared.js')}${ahead('/deep.js')}${script('/a.js')}${script('/b.js')}`,
  )
})

test('a script of somebody else stays as it is', () => {
  expect(addImports(script('/other.js'), IMPORTS, ENTRIES)).toBe(script('/other.js'))
})

test('a module that may be needed becomes the chunks it needs; one that is none stops the build', () => {
  const asked = (source: string) => `<script data-ahead="${source}">0</script>`
  expect(addImports(asked('/src/start-search.ts'), IMPORTS, ENTRIES)).toBe(
    asked('/search.js /deep.js /shared.js'),
  )
  expect(addImports('<script data-import="/src/start-search.ts">', IMPORTS, ENTRIES)).toBe(
    '<script data-import="/search.js">',
  )
  expect(() => addImports(asked('/src/gone.ts'), IMPORTS, ENTRIES)).toThrow('/src/gone.ts')
})
