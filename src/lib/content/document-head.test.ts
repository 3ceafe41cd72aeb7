import { describe, expect, test } from 'vitest'
import { readHead } from './document-head.ts'

const nameOf = (spelling: string) =>
  ({ 工信部: '工业和信息化部', 财政部: '财政部', 税务总局: '税务总局' })[spelling]

const NOTICE = `# 关于做好节能设备补助的通知

杭经信〔2026〕18 号

各区、县（市）经信局：

根据《节能办法》（浙经信〔2025〕3号）和2025年1月1日起施行的规定，现通知如下。

杭州市经济和信息化局

杭州市财政局

２０２６年３月２０日

（此件主动公开）
`

describe('the head of a document', () => {
  test('is read from its standard places', () => {
    expect(readHead(NOTICE, nameOf)).toEqual({
      title: '关于做好节能设备补助的通知',
      number: '杭经信〔2026〕18号',
      issuers: ['杭州市经济和信息化局', '杭州市财政局'],
      made: '2026-03-20',
    })
  })

  test.each([
    ['国务院令第708号', '国务院令第708号'],
    ['（财政部公告2023年第12号）', '财政部公告2023年第12号'],
    ['国家发展改革委 关于降低用电成本的通知 发改价格[2020]258号 各省：', '发改价格〔2020〕258号'],
  ])('number: %s', (line, number) => {
    expect(readHead(`标题\n\n${line}\n`, nameOf).number).toBe(number)
  })

  test('a number or day inside a sentence belongs to another document', () => {
    const head = readHead('通知\n\n按照国科发火〔2016〕32号执行。\n\n有效期至2026年12月31日。\n', nameOf)
    expect(head).toEqual({ title: '通知' })
  })

  test.each([
    ['二〇二六年三月二十日', '2026-03-20'],
    ['二○二六年十一月一日', '2026-11-01'],
    ['2026年2月30日', undefined],
    ['2026年3月20日印发', undefined],
  ])('day: %s', (line, made) => {
    expect(readHead(`通知\n\n正文。\n\n${line}\n`, nameOf).made).toBe(made)
  })

  test('names have their registered spelling, share a line with the day, or begin the title', () => {
    expect(readHead('通知\n\n工信部 2026年3月20日 （此件公开发布）', nameOf)).toEqual({
      title: '通知',
      issuers: ['工业和信息化部'],
      made: '2026-03-20',
    })
    expect(readHead('财政部 税务总局关于所得税的公告\n\n正文。', nameOf).issuers).toEqual([
      '财政部',
      '税务总局',
    ])
    expect(readHead('张三关于所得税的想法\n\n正文。', nameOf).issuers).toBeUndefined()
  })
})
