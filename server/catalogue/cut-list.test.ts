import { expect, test } from 'vitest'
import { cutList } from './cut-list.ts'

const cut = (json: string) => {
  const { rest, elements } = cutList(Buffer.from(json), 'items')
  return { rest, elements: elements.map(String) }
}

test('the objects of the list are cut out, whatever their texts hold', () => {
  const elements = ['{"a":"]}\\\\\\"[{","items":[1,{}]}', '{}', '{"b":{"items":[{"c":"，"}]}}']
  const document = (list: string) =>
    `{"x":[{"items":[{}]}],"y":"items", "items" : [${list}],"z":{"items":[{}]}}`
  expect(cut(document(elements.join(' ,\n')))).toEqual({ rest: document(''), elements })
  expect(cut(document(' '))).toEqual({ rest: document(''), elements: [] })
})

test.each(['{"items":{}}', '{"a":[{}]}', '[{"items":[{}]}]', '"items"', ''])(
  '%s has no such list',
  (json) => {
    expect(cut(json)).toEqual({ rest: json, elements: [] })
  },
)

test.each(['[1]', '[{},]', '[,{}]', '[{} {}]', '[{},,{}]', '["a",{}]', '[{}1]'])('%s is refused', (list) => {
  expect(() => cut(`{"items":${list}}`)).toThrow(SyntaxError)
})

test.each(['{"items":[{}', '{"items":[{"a', '{"items":[{"a\\'])(
  '%s ends too early, which the parser finds',
  (json) => {
    expect(() => JSON.parse(cut(json).rest)).toThrow(SyntaxError)
  },
)
