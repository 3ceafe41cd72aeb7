import { z } from 'astro/zod'
import { createElement } from 'react'
import { renderToString } from 'react-dom/server'
import { afterEach, expect, test, vi } from 'vitest'
import { groupsOf } from '../../form-schema.ts'

/** The build's schema, with an extra field that the form does not know. */
const schema = z.strictObject({
  title: z.string().max(40).meta({ title: '标题', group: '文件' }),
  colour: z.enum(['红', '蓝']).optional().meta({ title: '颜色', description: '封面的颜色', group: '文件' }),
  parts: z
    .array(
      z.strictObject({
        name: z.string().max(20).meta({ title: '部分' }),
        pages: z.int().meta({ title: '页数', unit: '页' }),
      }),
    )
    .meta({ title: '各部分', group: '文件' }),
})

afterEach(() => vi.unstubAllGlobals())

test('a field that the schema gains is in the form without a line for it', async () => {
  // Browser functions that the kit needs while it loads.
  const element = { appendChild: () => element }
  vi.stubGlobal('document', { createElement: () => element, body: element })
  vi.stubGlobal('matchMedia', () => ({}))
  const { Fields } = await import('./SchemaForm.tsx')
  const [group] = groupsOf(schema)
  const draw = (value: object) => renderToString(createElement(Fields, { schema: group ?? {}, value }))
  const empty = draw({ title: '一', parts: [] })
  expect(empty).toMatch(/<label for="field-title"[^>]*>标题/)
  expect(empty).toMatch(/id="field-colour-add"[^>]*title="封面的颜色"/)
  const written = draw({ title: '一', colour: '红', parts: [{ name: '总则', pages: 3 }] })
  expect(written).toMatch(/type="radio"[^>]*value="红"|value="红"[^>]*type="radio"/)
  expect(written).toContain('总则 · 3')
  expect(written).toContain('添加各部分')
})
