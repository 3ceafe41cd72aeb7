import * as v from 'valibot'
import { expect, test } from 'vitest'
import { formContent } from './form-draft.ts'
import { CASES_LIMIT, FILES_LIMIT, REGIONS_LIMIT, SERVICES_LIMIT } from './order-fields.ts'

const isKept = (content: unknown) => v.is(formContent, content)
/** Each is two characters in JSON. */
const long = (limit: number) => '\n'.repeat(limit)
const LONGEST = {
  services: long(SERVICES_LIMIT),
  cases: long(CASES_LIMIT),
  regions: Array.from({ length: REGIONS_LIMIT }, () => '440100').join(','),
  company_name: '长'.repeat(100),
}
const file = {
  local_name: `${'长'.repeat(251)}.pdf`,
  hash_name: `companies/1/${'k'.repeat(22)}/${'长'.repeat(200)}.pdf`,
  size: 100 * 1024 ** 2,
  slot: '许可或资质证书',
}

test('the longest form with as many files as it can have is kept, whatever they are called', () => {
  const files = Array.from({ length: FILES_LIMIT }, () => file)
  expect(isKept({ texts: LONGEST, files })).toBe(true)
})

test('texts that no form takes are not', () => {
  expect(isKept({ texts: { ...LONGEST, purpose: long(CASES_LIMIT) }, files: [] })).toBe(false)
  expect(isKept({ texts: LONGEST, files: Array.from({ length: FILES_LIMIT + 1 }, () => file) })).toBe(false)
})
