/** Every loan product can be applied for by its target group. */
import { fileURLToPath } from 'node:url'
import { expect, test } from 'vitest'
import { loanProblems, materialsFor } from '../../forms/loan-form.ts'
import type { TypedForm } from '../../forms/typed-form.ts'
import { readCollection } from '../check/library.ts'
import type { LoanProduct } from './loans.ts'

const { entries } = await readCollection(fileURLToPath(new URL('../../../content', import.meta.url)), 'loans')
const PRODUCTS = entries.map(({ data }) => data)

function asked(product: LoanProduct, texts: Record<string, string> = {}): string[] {
  const form: TypedForm = { texts: { product_id: String(product.id), ...texts }, files: [] }
  const problems = Object.keys(loanProblems(form, PRODUCTS, []))
  return problems.filter((name) => name.startsWith('file:')).map((name) => name.slice('file:'.length))
}

test.each(PRODUCTS)('$title: a founder without a licence needs none', (product) => {
  expect(asked(product).filter((name) => name.includes('执照'))).toHaveLength(1)
  expect(asked(product, { unregistered: 'yes' }).filter((name) => name.includes('执照'))).toEqual([])
})

test.each(PRODUCTS)(
  '$title: optional documents are not required of all, nor named with their condition',
  (product) => {
    expect(asked(product).filter((name) => /[（）()]/.test(name))).toEqual([])
    const whenNeeded = materialsFor({ texts: { product_id: String(product.id) }, files: [] }, PRODUCTS)
      .filter(({ optional }) => optional)
      .map(({ name }) => name)
    expect(asked(product).filter((name) => whenNeeded.includes(name))).toEqual([])
  },
)

test('optional documents can be added', () => {
  const optional = PRODUCTS.flatMap(({ materials }) => materials.filter((material) => material.optional))
  expect(optional.map(({ name }) => name)).toEqual(['报关单', '环评手续', '土地承包或者流转合同'])
})
