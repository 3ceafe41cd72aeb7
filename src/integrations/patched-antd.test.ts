import { readFileSync } from 'node:fs'
import { fileURLToPath } from 'node:url'
import { describe, expect, test } from 'vitest'
import { PATCHES } from './patched-antd.ts'

const MODULES = fileURLToPath(new URL('../../node_modules/', import.meta.url))

describe.each(PATCHES)('the patch of $package/$file', ({ package: name, version, file, theirs }) => {
  test('is for the version that is installed', () => {
    const { version: installed } = JSON.parse(readFileSync(`${MODULES}${name}/package.json`, 'utf8'))
    expect(installed, 'look whether the new version still needs the patch').toBe(version)
  })

  test('still has something to change', () => {
    expect(theirs.test(readFileSync(`${MODULES}${name}/${file}`, 'utf8'))).toBe(true)
  })
})
