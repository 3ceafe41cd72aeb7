import { mkdtempSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { pathToFileURL } from 'node:url'
import only from 'astro/runtime/client/only.prebuilt.js'
import { expect, test } from 'vitest'
import {
  addPolicy,
  bundle,
  inlineScripts,
  inlineSheets,
  joinScripts,
  minifyPlain,
  nameAhead,
  nameReact,
  paintFirst,
  plainIslands,
} from './page-heads.ts'

const IMPORTS = new Map([
  ['/shared.js', ['/deep.js']],
  ['/deep.js', ['/shared.js']],
  ['/search.js', ['/deep.js']],
])
const ENTRIES = new Map([['/src/start-search.ts', '/search.js']])

const script = (name: string) => `<script type="module" src="${name}"></script>`

test('a module that may be needed becomes the chunks it needs; one that is none stops the build', () => {
  const asked = (source: string) => `<script data-ahead="${source}">0</script>`
  expect(nameAhead(asked('/src/start-search.ts'), IMPORTS, ENTRIES)).toBe(
    asked('/search.js /deep.js /shared.js'),
  )
  expect(nameAhead('<script data-import="/src/start-search.ts">', IMPORTS, ENTRIES)).toBe(
    '<script data-import="/search.js">',
  )
  expect(() => nameAhead(asked('/src/gone.ts'), IMPORTS, ENTRIES)).toThrow('/src/gone.ts')
})

test('a page names the file of React where an island may wake, and nowhere else', () => {
  const page = (client: string) => `id="top"><astro-island client="${client}">`
  for (const client of ['intent', 'only'])
    expect(nameReact(`<body ${page(client)}`, '/react.js')).toBe(
      `<body data-react="/react.js" ${page(client)}`,
    )
  expect(nameReact('<body>', '/react.js')).toBe('<body>')
})

test('an island keeps its props, and nothing that nobody reads', () => {
  const island = (uid: string, props: string) => `<astro-island${uid} prefix="i7" props="{${props}}" ssr>`
  const scope = '&quot;data-astro-cid-czsppua5&quot;:[0,true]'
  const id = '&quot;id&quot;:[0,2]'
  expect(plainIslands(island(' uid="2mK22i"', scope))).toBe(island('', ''))
  expect(plainIslands(island(' uid="2mK22i"', `${id},${scope}`))).toBe(island('', id))
  expect(plainIslands(island(' uid="2mK22i"', `${scope},${id}`))).toBe(island('', id))
  expect(plainIslands(island('', `&quot;slot&quot;:[0,&quot;declare&quot;],${id}`))).toBe(island('', id))
  const opts = (name: string) =>
    `<astro-island opts="{${name}&quot;value&quot;:{&quot;section&quot;:&quot;chat&quot;}}">`
  expect(plainIslands(opts('&quot;name&quot;:&quot;ChatIsland&quot;,'))).toBe(opts(''))
  const other = '<p uid="1" data-astro-cid-czsppua5>'
  expect(plainIslands(other)).toBe(other)
})

test('the sheets of a page stand in it as one, where the first was linked', () => {
  const link = (name: string) => `<link rel="stylesheet" href="${name}">`
  const text = '<body>an example: '
  expect(
    inlineSheets(
      `<meta>${link('/b.css')}<p>${link('/a.css')}</head>${text}${link('/c.css')}`,
      '.b{color:$1}',
    ),
  ).toBe(`<meta><style>.b{color:$1}</style><p></head>${text}${link('/c.css')}`)
  expect(inlineSheets(`<li>${link('/a.css')}`, '.a{}')).toBe('<li><style>.a{}</style>')
  expect(inlineSheets('<p>', '')).toBe('<p>')
})

test('scripts one behind the other are one; data, and what has another element between, stay apart', () => {
  const data = '<script type="application/ld+json">{}</script>'
  expect(joinScripts(`${data}<script>a()</script><script>b()</script><script>c()</script>`)).toBe(
    `${data}<script>a()\n;b()\n;c()</script>`,
  )
  const apart = `<script>a()</script><p></p><script>b()</script>${data}<script data-import="/c.js">c()</script>`
  expect(joinScripts(apart)).toBe(apart)
})

test('plain scripts lose what only their authors read; modules and data stay as they are', async () => {
  const others = '<script type="module">a( 1 )</script><script type="speculationrules">{ "a": 1 }</script>'
  expect(
    await minifyPlain(
      `<script data-import="/c.js">let one = '\\u4e00'\nshow( one )</script><p></p>${others}`,
    ),
  ).toBe(`<script data-import="/c.js">let one=\`一\`;show(\`一\`);</script><p></p>${others}`)
  await expect(minifyPlain('<script>let 1x</script>')).rejects.toThrow('let 1x')
})

test('a page admits its own scripts and styles, before the first of them', () => {
  const elements =
    '<script>one</script><script type="application/ld+json">{}</script><script src="/x.js"></script><style>two</style><script>one</script>'
  // As `printf one | openssl dgst -sha256 -binary | base64` says.
  const one = "'sha256-dpLDrTVAu4A8Ags67mbNiIcSMjTqDG5xQ8Ct1z/0Me0='"
  const two = "'sha256-P8TM/nRYcOLA2Z9x8w/wZWyN7dQcwdfT03aw2+aF4vM='"
  const sheets = "'sha256-i1udsME9skJWyCmqNkqpDG0uujGLkjKkq5MTuVTTVV8='"
  expect(addPolicy(`<head><meta charset="utf-8">${elements}`, 'three')).toMatch(
    new RegExp(
      `^<head><meta charset="utf-8"><meta http-equiv="content-security-policy" content="default-src 'self';[^"]*;script-src 'self' ${RegExp.escape(one)};style-src 'self' ${RegExp.escape(sheets)} ${RegExp.escape(two)}">${RegExp.escape(elements)}$`,
    ),
  )
  expect(addPolicy('<li>a part of a page</li>', '')).toBe('<li>a part of a page</li>')
})

/** A folder with these files. */
function site(files: Record<string, string>): URL {
  const folder = mkdtempSync(join(tmpdir(), 'scripts-'))
  for (const [name, code] of Object.entries(files)) writeFileSync(join(folder, name), code)
  return pathToFileURL(`${folder}/`)
}

test('the scripts of a page become one with what they import; what they import later keeps its address', async () => {
  const dir = site({
    'a.js': 'import{s as x}from"./shell.js";x("a");',
    'b.js': 'import{s}from"./shell.js";s("b");import(`./later.js`);',
    'shell.js': 'let n=0;export const s=t=>console.log(t,++n),unused=()=>"left out";',
  })
  const code = await bundle(['/a.js', '/b.js'], new Set(['/later.js']), dir)
  expect(code).toMatch(/"a"|`a`/)
  expect(code).toContain('import(`/later.js`)')
  expect(code).not.toMatch(/from|left out/)
  expect(code.match(/console\.log/g)).toHaveLength(1)
})

test('what one of them imports at once and another later is one file, in every build', async () => {
  const dir = site({
    'a.js': 'import("./both.js");',
    'b.js': 'import{s}from"./both.js";s();',
    'both.js': 'export const s=()=>console.log("both");',
  })
  const both = new Set(['/both.js'])
  const built = await Promise.all(Array.from({ length: 50 }, () => bundle(['/a.js', '/b.js'], both, dir)))
  expect(new Set(built).size).toBe(1)
  expect(built[0]).toMatch(/from ?"\/both\.js"/)
  expect(built[0]).toContain('import(`/both.js`)')
})

test('they stand in the page where the last of them was; large ones stay files', () => {
  const html = `${script('/a.js')}<p></p>${script('/b.js')}<i></i>`
  expect(inlineScripts(html, 'run()')).toBe('<p></p><script type="module">run()</script><i></i>')
  expect(inlineScripts(html, `run()${' '.repeat(8000)}`)).toBe(html)
  expect(inlineScripts(html, '"</script>"')).toBe(html)
  expect(inlineScripts('<p></p>', '')).toBe('<p></p>')
})

test('an island that is not in the page starts after the first paint; another script of Astro stops the build', async () => {
  const island = '<astro-island client="only"></astro-island>'
  const [, code = ''] = /<script>(.*)<\/script>/.exec(paintFirst(`<script>${only}</script>${island}`)) ?? []
  const started: string[] = []
  let paint = () => {}
  const page = {
    Astro: undefined as { only: (load: () => Promise<() => void>) => Promise<void> } | undefined,
  }
  class PerformanceObserver {
    constructor(told: () => void) {
      paint = told
    }
    observe() {}
  }
  const links: string[] = []
  const document = {
    head: { append: ({ rel, href }: HTMLLinkElement) => links.push(`${rel} ${href}`) },
    body: { dataset: { react: '/react.js' } },
    createElement: () => ({}),
  }
  new Function('self', 'document', 'PerformanceObserver', 'setTimeout', 'dispatchEvent', code)(
    page,
    document,
    PerformanceObserver,
    () => {},
    ({ type }: Event) => started.push(type),
  )
  const done = page.Astro?.only(async () => () => started.push('island'))
  await Promise.resolve()
  expect([started, links]).toEqual([['astro:only'], []])
  paint()
  await done
  expect([started, links]).toEqual([['astro:only', 'island'], ['modulepreload /react.js']])
  expect(() => paintFirst(`<script>0</script>${island}`)).toThrow('client:only')
  expect(paintFirst('<p></p>')).toBe('<p></p>')
})
