import { mkdir, mkdtemp, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { basename, dirname, join, relative } from 'node:path'
import { afterEach, beforeEach, describe, expect, test } from 'vitest'
import { rateOf, readExclusions, rivalsOf } from '../exclusions.ts'
import { formatProblem } from '../load/yaml-fields.ts'
import { checkLibrary, listAssumptions, readCollection, readDocuments } from './library.ts'

let folder: string

beforeEach(async () => {
  folder = await mkdtemp(join(tmpdir(), 'library-'))
})
afterEach(() => rm(folder, { recursive: true }))

async function writeText(path: string, ...lines: string[]) {
  await writeFile(join(folder, path), lines.join('\n'))
}

async function write(path: string, ...fields: string[]) {
  const file = join(folder, path)
  await mkdir(dirname(file), { recursive: true })
  await writeFile(file, `---\n${fields.join('\n')}\n---\n\n正文\n`)
}

const page = (id: number, ...more: string[]) => [
  ...[`id: ${id}`, 'title: 标题', 'region: "000000"'],
  ...more,
  'gist: 有什么用',
]
const original = (id: number, ...more: string[]) => page(id, 'kind: 法律', ...more)

/** Returns the checker's output, with paths inside the content folder. */
async function check(): Promise<string[]> {
  const root = `${relative(process.cwd(), folder)}/`
  return (await checkLibrary(folder, await readDocuments(folder))).map((problem) =>
    formatProblem(problem).replaceAll(root, ''),
  )
}

test('a complete library has no problem', async () => {
  await write('originals/a.md', ...original(1, 'successor: 2'))
  await write('originals/2026/b.md', ...original(2))
  await write('interpretations/a.md', ...page(1, 'policy: 1', 'originals: [2]'))
  await write('news/a.md', ...page(1, 'policies: [1, 2]'))
  expect(await check()).toEqual([])
})

test('what formulas only assume is listed by policy; what assumes nothing and drafts are not', async () => {
  const priced = (id: number, ...more: string[]) =>
    page(id, 'benefit:', '  money: law', '  per: 年', '  steps: [{ name: 奖励, is: 1元 }]', ...more)
  await write('interpretations/b.md', ...priced(11, '  assumes: [全年本金不变, 只算一个项目]'))
  await write('interpretations/a.md', ...priced(2, '  assumes: [按季申报]'))
  await write('interpretations/c.md', ...priced(3))
  await write('interpretations/d.md', ...priced(4, '  assumes: [按月申报]', 'draft: true'))
  const { entries } = await readCollection(folder, 'interpretations')
  expect(listAssumptions(entries)).toEqual(['2 标题：按季申报', '11 标题：全年本金不变；只算一个项目'])
})

test('an ask of another policy must exist, in the same words', async () => {
  const asks = (id: number, ask: string, key: string) =>
    write(
      `interpretations/00${id}.md`,
      ...page(id, 'eligibility:', `  all: [{ ask: ${ask}, key: ${key}, help: 对照目录, usual: true }]`),
    )
  await asks(1, '行业不受限制', 'industry')
  await asks(2, '行业不受限制', '1.industry')
  await asks(3, '行业没有限制', '1.industry')
  await asks(4, '行业不受限制', '1.gone')
  const problems = (await checkLibrary(folder, await readDocuments(folder)))
    .map(formatProblem)
    .filter((line) => line.includes('eligibility'))
  expect(problems.map((line) => line.replace(/^.*interpretations./, ''))).toEqual([
    '003.md:6 eligibility：应为与 1.industry 原来的 ask 和 help 相同，实际为 行业没有限制',
    '004.md:6 eligibility：应为已有的问题，实际为 1.gone（没有这个问题）',
  ])
})

test('a statement that people would deny by habit is kept off the list of quick denials', async () => {
  const asks = (id: number, ask: string, more = '', key = 'one') =>
    write(
      `interpretations/00${id}.md`,
      ...page(id, 'eligibility:', `  all: [{ ask: ${ask}, key: ${key}${more} }]`),
    )
  await asks(1, '没有拖欠工资')
  await asks(2, '没有拖欠工资', ', usual: true')
  await asks(3, '没有拖欠工资', '', '2.one')
  await asks(4, '工资不低于当地最低工资标准')
  await asks(5, '已经正常经营满6个月')
  await asks(6, '属于未来产业，面向未就业毕业生，有无偿使用的不动产、无人机')
  const problems = (await check()).filter((line) => line.includes('eligibility'))
  const expected = '应为加 usual: true，或者改成多数企业答“否”的肯定句'
  expect(problems).toEqual([
    `interpretations/001.md:6 eligibility：${expected}，实际为 没有拖欠工资`,
    `interpretations/004.md:6 eligibility：${expected}，实际为 工资不低于当地最低工资标准`,
    `interpretations/005.md:6 eligibility：${expected}，实际为 已经正常经营满6个月`,
  ])
})

test('a certificate is granted by one interpretation of 资质', async () => {
  await write('interpretations/a.md', ...page(1, 'support: 资质', 'grants: high_tech'))
  await write('interpretations/b.md', ...page(2, 'support: 资质', 'grants: high_tech'))
  await write('interpretations/c.md', ...page(3, 'support: 减免', 'grants: tech_sme'))
  await write('interpretations/d.md', ...page(4, 'support: 资质', 'grants: unheard_of'))
  const problems = (await check()).filter((line) => /grants/.test(line))
  expect(problems).toEqual([
    'interpretations/c.md:6 grants：应为不写（support 不是资质），实际为 "tech_sme"',
    expect.stringMatching(
      /^interpretations\/d.md:6 grants：应为下列之一：tech_sme、high_tech.*，实际为 "unheard_of"$/,
    ),
    'interpretations/b.md:6 grants：应为一项资质只写在一份文件里，实际为 high_tech（interpretations/a.md 已经写了）',
  ])
})

describe('an invalid formula', () => {
  const priced = (file: string, id: number, ...steps: string[]) =>
    write(
      `interpretations/${file}.md`,
      ...page(id, 'benefit:', '  money: law', '  per: 年', '  steps:', ...steps),
    )
  const step = (name: string, is: string) => `    - { name: ${name}, is: ${is} }`

  test('stops the build with file, field, expectation and finding, and is reported once', async () => {
    await priced('a', 1, step('合计', '{ sum: [{ fact: profit }, 1元] }'))
    await priced('b', 2, step('人均', '{ over: [{ fact: taxable_income }, { fact: employees }] }'))
    await priced('c', 3, step('合计', '{ sum: [{ fact: taxable_income }, { fact: employees }] }'))
    await priced('d', 4, step('封顶', '{ least: [{ most: [{ fact: taxable_income }, 50万元] }, 20万元] }'))
    await priced('e', 5, step('税额', '{ times: [{ fact: taxable_income }, { rate: 没有这项税率 }] }'))
    const { problems } = await readCollection(folder, 'interpretations')
    const root = `${relative(process.cwd(), folder)}/`
    const named = problems.map((problem) => formatProblem(problem).replaceAll(root, ''))
    expect(named.map((line) => line.slice(0, 'interpretations/a.md:7 '.length))).toEqual(
      ['a', 'b', 'c', 'd', 'e'].map((file) => `interpretations/${file}.md:9 `),
    )
    for (const line of named) expect(line).toMatch(/^\S+ benefit\.steps\.0\S*：应为.+，实际为 .+/)
    expect(await check()).toEqual(named)
  })

  test('needs a kind of money', async () => {
    const steps = ['  steps:', step('补贴', '5万元')]
    await write('interpretations/a.md', ...page(1, 'benefit:', '  per: 次', ...steps))
    await write('interpretations/b.md', ...page(2, 'benefit:', '  money: sure', '  per: 次', ...steps))
    expect(await check()).toEqual([
      'interpretations/a.md:6 benefit.money：应为有这个字段，实际为 没有写',
      'interpretations/b.md:6 benefit.money：应为下列之一：law、contested、others，实际为 "sure"',
    ])
  })

  test('money that an authority allots is not granted by law', async () => {
    const chosen = (id: number, support: string, money: string) =>
      write(
        `interpretations/${id}.md`,
        ...page(id, `support: ${support}`, 'claim: 申报', 'unmodelled: [由主管部门评审择优]'),
        ...['benefit:', `  money: ${money}`, '  per: 次', '  steps:', step('补贴', '5万元')],
      )
    await chosen(1, '奖补', 'law')
    await chosen(2, '奖补', 'contested')
    await chosen(3, '减免', 'law')
    expect(await check()).toEqual([
      'interpretations/1.md:10 benefit.money：应为contested，实际为 law，而文字写的是“由主管部门评审择优”',
    ])
  })

  test('a maximum is an open amount, or has a reason', async () => {
    const paid = (id: number, gain: string, money: string, is: string, ...more: string[]) =>
      write(
        `interpretations/${id}.md`,
        ...page(id, 'support: 奖补', 'claim: 申报', `gain: ${gain}`),
        ...['benefit:', `  money: ${money}`, ...more, '  per: 次', '  steps:', step('补贴', is)],
      )
    await paid(1, '一次性补5万元', 'law', '5万元')
    await paid(2, '最高补5万元', 'law', '5万元')
    await paid(3, '最高补5万元', 'law', '{ span: [0元, 5万元] }')
    await paid(4, '不超过5万元', 'contested', '5万元')
    await paid(5, '不超过2年，补5万元', 'law', '5万元')
    await paid(6, '最高补5万元', 'law', '5万元', '  exact: 最高说的是贷款')
    await paid(7, '一次性补5万元', 'law', '5万元', '  exact: 最高说的是贷款')
    await paid(8, '最高5万元', 'others', '5万元')
    expect((await check()).map((line) => line.replace(/：应为.*，实际为/, '：'))).toEqual([
      'interpretations/2.md:13 benefit.steps.0.is： 一个数，而文字写的是“最高补5万元”',
      'interpretations/4.md:13 benefit.steps.0.is： 一个数，而文字写的是“不超过5万元”',
      'interpretations/7.md:11 benefit.exact： 最高说的是贷款',
    ])
  })
})

describe('exclusions', () => {
  test('contain existing interpretations, each once per group', async () => {
    await write('interpretations/a.md', ...page(1))
    await write('interpretations/b.md', ...page(2))
    await writeText(
      'exclusions.yaml',
      '- reason: 只能选一项',
      '  choices: [{ id: 1 }, { id: 2 }, { id: 1 }]',
      '- { reason: 只能选一项, choices: [{ id: 2 }, { id: 9 }] }',
    )
    expect(await check()).toEqual([
      'exclusions.yaml:2 0.choices.2.id：应为其他解读的 id，实际为 同一组里重复写了 1',
      'exclusions.yaml:3 1.choices.1.id：应为其他解读的 id，实际为 没有编号为 9 的解读',
    ])
  })

  test('is said on both sides, with the better of the two as far as the rates tell', async () => {
    await writeText(
      'exclusions.yaml',
      '- reason: 只用一种税率',
      '  choices:',
      '    - { id: 1, rate: 5, words: 税负5% }',
      '    - { id: 2, rate: 15 }',
      '    - { id: 3, rate: 15 }',
      '    - { id: 4, rate: [0, 12.5], words: 先免后减 }',
      '- { reason: 只补一次, choices: [{ id: 5 }, { id: 1 }, { id: 2 }] }',
    )
    const { exclusions } = await readExclusions(folder)
    const seenFrom = (id: number) =>
      rivalsOf(exclusions, id).map(({ id: other, advice }) => `${other} ${advice ?? '不知道'}`)
    expect(seenFrom(1)).toEqual([
      '2 本项税负5%，低于该项15%，建议优先适用本项',
      '3 本项税负5%，低于该项15%，建议优先适用本项',
      '4 请按年份比较（本项税负5%，该项先免后减）',
      '5 不知道',
    ])
    expect(seenFrom(2)).toEqual([
      '1 该项税负5%，低于本项15%，建议优先适用该项',
      '3 税率相同（15%），建议选条件更有把握的一项',
      '4 该项先免后减，低于本项15%，建议优先适用该项',
      '5 不知道',
    ])
    expect(rivalsOf(exclusions, 5).map(({ id, reason }) => `${id} ${reason}`)).toEqual([
      '1 只补一次',
      '2 只补一次',
    ])
    expect([1, 4, 5, 6].map((id) => rateOf(exclusions, id))).toEqual([5, 12.5, undefined, undefined])
  })
})

test('an id used twice in a collection is reported with both files; collections are independent', async () => {
  await write('news/a.md', ...page(7))
  await write('news/b.md', 'title: 标题', 'region: "000000"', 'id: 7', 'gist: 有什么用')
  await write('originals/c.md', ...original(7))
  expect(await check()).toEqual(['news/b.md:4 id：应为没有用过的整数，实际为 7（news/a.md 已经用了）'])
})

test('a reference to a missing original is reported with file, line, field and id', async () => {
  await write('originals/a.md', ...original(1, 'successor: 9'))
  await write(
    'interpretations/a.md',
    ...page(1, 'policy: 8', 'originals:', '  - 1', '  - 7'),
    'conditions:',
    '  - text: 一',
    '    original: 6',
  )
  await write('news/a.md', ...page(1, 'policies: [1, 5]'))
  const missing = (place: string, id: number) =>
    `${place}：应为一份政策原文的 id，实际为 ${id}（没有这份原文）`
  expect(await check()).toEqual([
    missing('originals/a.md:6 successor', 9),
    missing('interpretations/a.md:5 policy', 8),
    missing('interpretations/a.md:8 originals.1', 7),
    missing('interpretations/a.md:12 conditions.0.original', 6),
    missing('news/a.md:5 policies.1', 5),
  ])
})

describe('names', () => {
  const news = (...fields: string[]) => write('news/a.md', 'id: 1', 'region: "000000"', ...fields)
  const SHORT = 'news/a.md:1 short：应为最多 14 个汉字的名称（标题在“：”之前已经够短的不用写），实际为'

  test.each([
    ['title: 一二三四五六七八九十一二三四', 'gist: 有用'],
    ['title: 一二三四五六七八九十一二三10：后面不算', 'gist: 有用'],
    ['title: 关于一二三四五六七八九十一二三四的公告', 'short: 一二三公告', 'gist: 有用'],
    ['title: 关于一二三四五六七八九十一二三四的公告', 'draft: true'],
    ['title: 关于一二三四五六七八九十一二三四的公告', 'ref: imported-1'],
  ])('is complete: %s %s', async (...fields) => {
    await news(...fields)
    expect(await check()).toEqual([])
  })

  test.each([
    [
      ['title: 一二三四五六七八九十一二三四5', 'gist: 有用'],
      `${SHORT} 没有写，“一二三四五六七八九十一二三四5”有 14.5 个`,
    ],
    [
      ['title: 短名：说明', 'short: 短名', 'gist: 有用'],
      'news/a.md:5 short：应为与标题不同的名称（标题在“：”之前已经够短的不用写），实际为 与标题相同：短名',
    ],
    [
      ['title: 短名'],
      'news/a.md:1 gist：应为名称下面的一句话，最多 32 个汉字：对企业有什么用，实际为 没有写',
    ],
    [['title: 短名', 'gist: 短名有用'], 'news/a.md:5 gist：应为不重复名称的一句话，实际为 短名有用'],
  ])('lacks something: %s', async (fields, problem) => {
    await news(...fields)
    expect(await check()).toEqual([problem])
  })
})

test('a broken file takes no other file with it', async () => {
  await write('news/a.md', ...page(1, 'colour: red'))
  await write('news/b.md', 'summary: "')
  await write('news/c.md', ...page(3))
  const { entries, problems } = await readCollection(folder, 'news')
  expect(entries.map(({ data }) => data.id)).toEqual([3])
  expect(problems.map(({ file }) => basename(file))).toEqual(['a.md', 'b.md'])
})
