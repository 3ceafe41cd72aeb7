import { expect, test } from 'vitest'
import { endingOf, isAccepted, kindOf } from './file-kinds.ts'

test.each([
  ['image', ['jpg', 'png', 'jpeg', 'gif']],
  ['video', ['rmvb', 'mpeg', 'vma', '3gp', 'mov', 'mp4', 'avi']],
  ['sheet', ['xls', 'xlsx', 'et']],
  ['text', ['doc', 'docx', 'wps']],
  ['slides', ['ppt', 'pptx']],
  ['pdf', ['pdf', 'ofd']],
])('%s: its endings, in large letters too', (kind, endings) => {
  for (const ending of endings) {
    expect([kindOf(`材料.${ending}`), kindOf(`a.b.${ending.toUpperCase()}`)]).toEqual([kind, kind])
  }
})

test('a name without an ending, or of nothing but one, is of no kind', () => {
  expect(['材料', '.png', 'png', '材料.'].map(kindOf)).toEqual(['other', 'other', 'other', 'other'])
  expect(endingOf('.png')).toBe('')
})

test('everything is accepted where nothing is asked for', () => {
  expect([isAccepted('a.exe', []), isAccepted('a.exe', ['pdf']), isAccepted('a.PDF', ['pdf'])]).toEqual([
    true,
    false,
    true,
  ])
})
