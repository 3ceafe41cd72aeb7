import { expect, test } from 'vitest'
import { makeSheet } from './antd-sheet.ts'

test('the sheet has what is imported and what that is made of, in the colours of every mode', async () => {
  const sheet = await makeSheet()
  expect(sheet).toMatch(/^@layer antd\{[\s\S]*\}$/)
  for (const name of ['btn', 'modal', 'drawer', 'picker', 'col', 'empty', 'dropdown-menu'])
    expect(sheet).toContain(`.ant-${name}{`)
  expect(sheet).not.toContain('.ant-calendar{')
  expect(sheet).toContain('.antd{--ant-')
  expect(sheet).toContain('--ant-color-bg-container:var(--paper);')
  // A derived colour, which differs in each mode.
  expect(sheet).toMatch(
    /--ant-color-primary-border:var\(--plain, light-dark\(#\w+, #\w+\)\) var\(--strong, light-dark\(#\w+, #\w+\)\);/,
  )
  expect(sheet).not.toContain('css-var-_')
})
