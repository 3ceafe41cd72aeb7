import { expect, test } from 'vitest'
import { addImports, addPolicy, inlineScripts, inlineSheets } from './page-heads.ts'

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

test('the sheets of a page stand in it as one, in their order, where the first was linked', () => {
  const sheets = new Map([
    ['/a.css', '.a{color:red}\n'],
    ['/b.css', '.b{color:$1}'],
  ])
  const link = (name: string) => `<link rel="stylesheet" href="${name}">`
  expect(inlineSheets(`<meta>${link('/b.css')}<p>${link('/a.css')}`, sheets)).toBe(
    '<meta><style>.b{color:$1}.a{color:red}</style><p>',
  )
  expect(inlineSheets('<p>', sheets)).toBe('<p>')
})

test('a page admits its own scripts and styles, before the first of them', () => {
  const elements =
    '<script>one</script><script type="application/ld+json">{}</script><script src="/x.js"></script><style>two</style><script>one</script>'
  // As `printf one | openssl dgst -sha256 -binary | base64` says.
  const one = "'sha256-dpLDrTVAu4A8Ags67mbNiIcSMjTqDG5xQ8Ct1z/0Me0='"
  const two = "'sha256-P8TM/nRYcOLA2Z9x8w/wZWyN7dQcwdfT03aw2+aF4vM='"
  expect(addPolicy(`<head><meta charset="utf-8">${elements}`)).toMatch(
    new RegExp(
      `^<head><meta charset="utf-8"><meta http-equiv="content-security-policy" content="default-src 'self';[^"]*;script-src 'self' ${RegExp.escape(one)};style-src 'self' ${RegExp.escape(two)}">${RegExp.escape(elements)}$`,
    ),
  )
  expect(addPolicy('<li>a part of a page</li>')).toBe('<li>a part of a page</li>')
})

test('a small script stands in its page and finds what it imports; a large or foreign one stays a file', () => {
  const code = 'import{a}from"./shell.js";import"./bare.js";a&&import(`./later.js`).then(b=>b("./no.js"))'
  const files = new Map([
    ['/assets/small.js', code],
    ['/assets/large.js', `${code}${' '.repeat(1000)}0`],
    ['/assets/ends.js', '"</script>"'],
  ])
  expect(inlineScripts(script('/assets/small.js'), files)).toBe(
    '<script type="module">import{a}from"/assets/shell.js";import"/assets/bare.js";a&&import(`/assets/later.js`).then(b=>b("./no.js"))</script>',
  )
  const others = ['/assets/large.js', '/assets/ends.js', '/other.js'].map(script).join('')
  expect(inlineScripts(others, files)).toBe(others)
})
