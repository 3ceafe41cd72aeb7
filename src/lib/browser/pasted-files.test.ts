import { expect, test } from 'vitest'
import { pastedFiles } from './pasted-files.ts'

function clipboard(text: string, ...names: string[]): DataTransfer {
  const files = names.map((name) => new File(['内容'], name))
  return { files, getData: (type: string) => (type === 'text/plain' ? text : '') } as unknown as DataTransfer
}

const names = (data: DataTransfer | null) => pastedFiles(data).map(({ name }) => name)

test('cells of a spreadsheet are text, despite the picture that comes with them', () => {
  expect(names(clipboard('年份\t营业收入\n2025\t1200', 'image.png'))).toEqual([])
  expect(names(clipboard('1200', 'image.png'))).toEqual([])
})

test('a screenshot and files of a folder are files', () => {
  expect(names(clipboard('', 'image.png'))).toEqual(['image.png'])
  expect(names(clipboard('合同.pdf\r\n报价.xlsx', '合同.pdf', '报价.xlsx'))).toEqual([
    '合同.pdf',
    '报价.xlsx',
  ])
})

test('text alone and nothing are no files', () => {
  expect([names(clipboard('您好')), names(clipboard('')), names(null)]).toEqual([[], [], []])
})
