import { createElement, useId } from 'react'
import { expect, test } from 'vitest'
import renderer from './react-islands.ts'

let rendered = 0

function Field({ name }: { name: string }) {
  rendered += 1
  return createElement('input', { id: useId(), name })
}

async function renderOn(page: object, name: string): Promise<[string | undefined, string]> {
  const { attrs, html } = await renderer.renderToStaticMarkup.call(
    { result: page },
    Field,
    { name },
    {},
    undefined,
  )
  return [attrs?.['prefix'], html]
}

test('an island is rendered once for the same props, with the ids of its place on each page', async () => {
  const [first, second] = [{}, {}]
  const [one, other] = [await renderOn(first, 'a'), await renderOn(first, 'a')]
  expect([one[0], other[0]]).toEqual(['i0', 'i1'])
  expect(one[1]).toContain('id="_i0R_0_"')
  expect(other[1]).toBe(one[1].replace('i0', 'i1'))
  expect(await renderOn(second, 'a')).toEqual(one)
  expect((await renderOn(second, 'b'))[1]).toContain('name="b"')
  expect(rendered).toBe(2)
})

test('what is seldom used is forgotten, what every page shows is not', async () => {
  for (let number = 0; number < 60; number++) {
    await renderOn({}, `document ${number}`)
    await renderOn({}, 'every page')
  }
  rendered = 0
  await renderOn({}, 'every page')
  expect(rendered).toBe(0)
  await renderOn({}, 'document 0')
  expect(rendered).toBe(1)
})

test('what is no data cannot tell islands apart, and is refused', async () => {
  const given = { name: 'a', onChoose: () => {} }
  const render = renderer.renderToStaticMarkup.call({ result: {} }, Field, given, {}, undefined)
  await expect(render).rejects.toThrow('onChoose')
})
