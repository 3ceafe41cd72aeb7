/** The HTML of every kind of page is valid, as built. */
import { existsSync, readdirSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { HtmlValidate } from 'html-validate'
import { expect, test } from 'vitest'
import { ROUTE_TABLE } from './route-table.ts'

const validator = new HtmlValidate({
  root: true,
  extends: ['html-validate:standard'],
  // The framework writes a style element for its islands into the body; every browser accepts it.
  elements: ['html5', { style: { flow: true, phrasing: true } }],
  rules: {
    // Style, not validity.
    'attribute-boolean-style': 'off',
    'attribute-empty-style': 'off',
    'doctype-style': 'off',
    'long-title': 'off',
    'no-inline-style': 'off',
    'no-trailing-whitespace': 'off',
    'void-style': 'off',
  },
})

async function problems(file: string): Promise<string[]> {
  const { results } = await validator.validateFile(file)
  return results.flatMap(({ messages }) =>
    messages.map(({ ruleId, line, message }) => `${file}:${line} ${ruleId}: ${message}`),
  )
}

const PATHS = new Set([...ROUTE_TABLE.map(({ path }) => path), '/frontend/api'])
const FILES = [...PATHS, '/404']
  .flatMap((path) => [join('dist', path, 'index.html'), join('dist', `${path}.html`)])
  .filter((file) => existsSync(file))

test('every kind of page is valid HTML', async () => {
  expect(FILES.length).toBeGreaterThan(25)
  const found = await Promise.all(FILES.map(problems))
  expect(found.flat()).toEqual([])
})

test('the validator does find what is wrong', async () => {
  const { valid } = await validator.validateString('<p id="a"><div id="a"></div></p><img src="/x.png">')
  expect(valid).toBe(false)
})

/** Islands without a button appear when their section is called: of two, both would. */
function calledTwice(html: string): string[] {
  const names = [...html.matchAll(/<astro-island[^>]*component-export="(\w+)"[^>]*><\/astro-island>/g)].map(
    ([, name = '']) => name,
  )
  return names.filter((name, index) => names.indexOf(name) !== index)
}

test('what shows itself when it is called stands on a page once', () => {
  const island = '<astro-island component-export="DocumentPicker" ssr></astro-island>'
  expect(calledTwice(`<main>${island}</main>${island}`)).toEqual(['DocumentPicker'])
  const found = FILES.flatMap((file) =>
    calledTwice(readFileSync(file, 'utf8')).map((name) => `${file}: ${name}`),
  )
  expect(found).toEqual([])
})

test('every file of HTML says what it may load, on whatever host it lies', () => {
  const all = readdirSync('dist', { recursive: true, encoding: 'utf8' }).filter((name) =>
    name.endsWith('.html'),
  )
  expect(all.length).toBeGreaterThan(200)
  const open = all.filter(
    (name) =>
      !/<meta http-equiv="content-security-policy" content="default-src '(self|none)'/i.test(
        readFileSync(join('dist', name), 'utf8'),
      ),
  )
  expect(open).toEqual([])
})

test('no page shows a value that is missing', () => {
  const shown = FILES.filter((file) =>
    />\s*(undefined|null|NaN|\[object Object\])\s*</.test(readFileSync(file, 'utf8')),
  )
  expect(shown).toEqual([])
})

test('no page with a footer pretends to be the government', () => {
  const footers = FILES.flatMap((file) => {
    const [footer] = /<footer.*<\/footer>/s.exec(readFileSync(file, 'utf8')) ?? []
    return footer === undefined ? [] : [{ file, footer }]
  })
  expect(footers.length).toBeGreaterThan(15)
  const silent = footers.filter(({ footer }) => !footer.includes('知策是商业服务网站，不是政府网站'))
  expect(silent.map(({ file }) => file)).toEqual([])
})

test('pages to read are made ahead; a place to work, a file and a call are not', () => {
  const [, rules = ''] =
    /<script type="speculationrules">(.*?)<\/script>/s.exec(readFileSync('dist/index.html', 'utf8')) ?? []
  const patterns: string[] = JSON.parse(rules).prerender[0].where.href_matches
  const isAhead = (pathname: string) =>
    patterns.some((pattern) => new URLPattern({ pathname: pattern }).test({ pathname }))
  const read = ['/', '/pmanagementlist/2', '/review/1', '/popular', '/loan/home']
  const others = [
    ...['/account', '/documents', '/operator/orders', '/match'],
    ...['/frontend/x.pdf', '/main/api/v1/sms'],
  ]
  expect([...read, ...others].filter(isAhead)).toEqual(read)
})
