import { mkdtempSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { expect, test } from 'vitest'
import { bundleModules, finishPage } from './page-scripts.ts'

const script = (address: string) => `<script type="module" src="${address}"></script>`
const bundle = async (addresses: readonly string[]) => addresses.join()

test('the module scripts of a page become one inline script in the place of the last', async () => {
  const island = '<astro-island uid="1" opts="{&quot;name&quot;:1}"><p>a &lt; b</p></astro-island>'
  const page = await finishPage(
    `<meta charset="utf-8">${script('/a.js')}${island}${script('/b.js')}<i>`,
    bundle,
  )
  expect(page).toMatch(/^<meta charset="utf-8"><meta http-equiv="content-security-policy" content="[^"]+">/)
  expect(page.slice(page.indexOf('<astro-island'))).toBe(
    `${island}<script type="module">/a.js,/b.js</script><i>`,
  )
})

test('the policy names the scripts and styles that stand in the page, and no data', async () => {
  const elements =
    '<script>one</script><script type="application/ld+json">{}</script><script src="/x.js"></script><style>two</style><script>one</script>'
  const page = await finishPage(
    `<head><meta charset="utf-8">${elements}${script('/three')}`,
    async () => 'three',
  )
  // Computed by `printf one | openssl dgst -sha256 -binary | base64`.
  const [one, two, three] = [
    "'sha256-dpLDrTVAu4A8Ags67mbNiIcSMjTqDG5xQ8Ct1z/0Me0='",
    "'sha256-P8TM/nRYcOLA2Z9x8w/wZWyN7dQcwdfT03aw2+aF4vM='",
    "'sha256-i1udsME9skJWyCmqNkqpDG0uujGLkjKkq5MTuVTTVV8='",
  ]
  expect(page).toContain(`;script-src 'self' ${one} ${three};style-src 'self' ${two}">${elements}`)
})

test('a part of a page, which has no head, stays as it is', async () => {
  const part = `<meta http-equiv="content-security-policy" content="default-src 'none'"><li>1</li>${script('/a.js')}`
  expect(await finishPage(part, bundle)).toBe(part)
})

test('a bundle has what its modules import at once; what they import later stays a file', async () => {
  const folder = mkdtempSync(join(tmpdir(), 'scripts-'))
  const files = {
    'a.js': 'import{s as x}from"./shell.js";x("a");',
    'b.js': 'import{s}from"./shell.js";s("b</script>");import("./both.js");import("./c.js");',
    'c.js': 'import{s}from"./both.js";',
    'shell.js': 'import"./both.js";let n=0;export const s=t=>console.log(t,++n),unused=()=>"left out";',
    'both.js': 'document.title="at once";export const s=1',
  }
  for (const [name, code] of Object.entries(files)) writeFileSync(join(folder, name), code)
  const code = await bundleModules(['/a.js', '/b.js'], `${folder}/`)
  expect(code).toMatch(/at once/)
  expect(code).toMatch(/import\([`"']\/both\.js[`"']\)/)
  expect(code).toMatch(/import\([`"']\/c\.js[`"']\)/)
  expect(code).not.toMatch(/from|left out|<\/script/)
  expect(code.match(/console\.log/g)).toHaveLength(1)
})
