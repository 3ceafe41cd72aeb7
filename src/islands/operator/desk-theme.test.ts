import { readFileSync } from 'node:fs'
import { expect, test } from 'vitest'
import { DESK_COLOURS } from './desk-theme.ts'

test.each(Object.entries(DESK_COLOURS))('%s is the colour of the tokens', (name, value) => {
  const tokens = readFileSync('src/styles/tokens.css', 'utf8')
  const [, stands] = new RegExp(`^ {2}${name}: (#[0-9a-f]+);`, 'm').exec(tokens) ?? []
  expect(stands).toBe(value)
})
