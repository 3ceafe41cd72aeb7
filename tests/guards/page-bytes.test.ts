import { randomBytes } from 'node:crypto'
import { mkdirSync, mkdtempSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { expect, test } from 'vitest'
import {
  chatOverBudget,
  hostScriptOverBudget,
  loginOverBudget,
  measurePage,
  overBudget,
  pickerOverBudget,
  tapsOverBudget,
} from './page-bytes.ts'

/** Text that gzip cannot shrink much. */
const noise = (bytes: number) => randomBytes(bytes).toString('base64')

function sampleSite(files: Record<string, string>): string {
  const folder = mkdtempSync(join(tmpdir(), 'site-'))
  for (const [name, text] of Object.entries(files)) {
    mkdirSync(join(folder, name, '..'), { recursive: true })
    writeFileSync(join(folder, name), text)
  }
  return folder
}

const island =
  '<astro-island component-export="LoginIsland" component-url="/frontend/login.js" renderer-url="/frontend/client.js">'

test('a lean page passes; a script of its own is a request, as is all that it imports', () => {
  const site = sampleSite({
    'index.html': `<script>1</script><script type="module">2</script>${island}`,
    'linked/index.html': `<script>1</script><script type="module" src="/frontend/a.js"></script>`,
    'frontend/a.js': 'import{b}from"./b.js";',
    'frontend/b.js': 'export const b=1',
    'frontend/login.js': 'import"./b.js"',
    'frontend/client.js': '',
  })
  expect(measurePage(site, '/linked').modules).toEqual(['/frontend/a.js', '/frontend/b.js'])
  expect(overBudget(site, '/linked')).toEqual(['/linked: 3 requests, budget 1'])
  expect([...overBudget(site, '/'), ...loginOverBudget(site)]).toEqual([])
})

test('React before intent, too much script, too much text and a heavy overlay are found', () => {
  const site = sampleSite({
    'index.html': `<p>${noise(60_000)}</p><script type="module" src="/frontend/react.x.js"></script>${island}`,
    'frontend/react.x.js': noise(9000),
    'frontend/login.js': noise(120_000),
    'frontend/client.js': '',
  })
  expect(overBudget(site, '/')).toEqual([
    expect.stringContaining('/frontend/react.x.js loads before'),
    expect.stringMatching(/bytes of script/),
    '/: 2 requests, budget 1',
    expect.stringMatching(/bytes of HTML and CSS/),
  ])
  expect(loginOverBudget(site)).toEqual([expect.stringMatching(/^login: \d+ bytes/)])
})

test('a heavy chat is found, and what its islands share counts once', () => {
  const chat = ['ChatButton', 'ChatIsland', 'DocumentPicker'].map(
    (name) =>
      `<astro-island component-export="${name}" component-url="/frontend/${name}.js" renderer-url="/frontend/client.js">`,
  )
  const parts = {
    'frontend/ChatButton.js': 'import"./shared.js"',
    'frontend/ChatIsland.js': 'import"./shared.js"',
  }
  const site = (shared: string) =>
    sampleSite({
      'index.html': chat.join(''),
      ...parts,
      'frontend/DocumentPicker.js': '',
      'frontend/client.js': '',
      'frontend/shared.js': shared,
    })
  expect(chatOverBudget(site(noise(150_000)))).toEqual([])
  expect(chatOverBudget(site(noise(250_000)))).toEqual([expect.stringMatching(/^chat: \d+ bytes/)])
})

test('a script for other sites that has grown is found', () => {
  const site = (bytes: number) => sampleSite({ 'frontend/embed.js': noise(bytes) })
  expect(hostScriptOverBudget(site(800))).toEqual([])
  expect(hostScriptOverBudget(site(1400))).toEqual([
    expect.stringMatching(/^\/frontend\/embed\.js: \d+ bytes, budget 1229$/),
  ])
})

test('an island of many files is found, and one whose files ask for others one after the other', () => {
  const site = (files: number, last: string) => {
    const names = Array.from({ length: files - 2 }, (_, index) => `part-${index}.js`)
    return sampleSite({
      'index.html': island,
      'frontend/login.js': names.map((name) => `import"./${name}";`).join(''),
      'frontend/client.js': '',
      ...Object.fromEntries(names.map((name) => [`frontend/${name}`, last])),
      'frontend/deep.js': '',
    })
  }
  expect(tapsOverBudget(site(44, ''), '/')).toEqual([])
  expect(tapsOverBudget(site(45, ''), '/')).toEqual(['/: LoginIsland loads 45 files in 2 waves'])
  expect(tapsOverBudget(site(3, 'import"./deep.js"'), '/')).toEqual([
    '/: LoginIsland loads 4 files in 3 waves',
  ])
})

test('a heavy picker and a client of the object store in it are found', () => {
  const picker =
    '<astro-island component-export="DocumentPicker" component-url="/frontend/picker.js" renderer-url="/frontend/client.js">'
  const site = sampleSite({
    'index.html': picker,
    'frontend/picker.js': 'import"./aliyun-oss-sdk.x.js"',
    'frontend/aliyun-oss-sdk.x.js': noise(300_000),
    'frontend/client.js': '',
  })
  expect(pickerOverBudget(site, '/')).toEqual([
    'picker: /frontend/aliyun-oss-sdk.x.js loads before an upload',
    expect.stringMatching(/^picker: \d+ bytes/),
  ])
})
