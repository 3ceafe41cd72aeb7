import { expect, test } from 'vitest'
import type { FoundIn, Whole } from './typed-form.ts'

test('a body, or a list of problems, that forgets a field is a type error', () => {
  const whole: Whole<{ email?: string; licence?: string }, 'licence'> = { email: '' }
  // @ts-expect-error It may stay empty, and yet it must be named.
  const body: typeof whole = {}
  const found = { email: undefined, agree_rules: undefined } satisfies FoundIn<'email'>
  // @ts-expect-error
  const none = { agree_rules: undefined } satisfies FoundIn<'email'>
  expect([whole, body, found, none]).toHaveLength(4)
})
