/**
 * Fields that all content files share. Astro requires Zod here, which runs at build time only.
 * `meta` describes a field for the editors' form: `title` its label, `description` its help, `group` its part of
 * the form; `input` its picker, `labels` the words of its choices, `unit` of a number (or `unitField`, the
 * neighbouring field with the unit), `hanzi` its width. docs/policy-fields.md has the rest.
 */
import { z } from 'astro/zod'
import { widthInHanzi } from '../../rules/text/titles.ts'
import divisions from '../divisions.json' with { type: 'json' }

export const FIELD_GROUPS = [
  '名称和归类',
  '所属政策',
  '文件',
  '日期和效力',
  '先看到的',
  '产品',
  '期限',
  '条件',
  '金额',
  '材料和步骤',
  '联系方式',
  '来源和核对',
  '发布',
] as const

export const THEMES = [
  '税费减免',
  '科技创新',
  '融资信贷',
  '就业人才',
  '创业扶持',
  '资质认定',
  '知识产权',
  '社保用工',
  '数字化转型',
  '绿色低碳',
  '市场开拓',
  '营商环境',
] as const

export const pageId = z.int().positive()
export const text = (maxLength: number) => z.string().trim().min(1).max(maxLength)
export const date = z.iso.date()
export const url = z.url({ protocol: /^https?$/ })

export const region = z
  .string()
  .refine((code) => Object.hasOwn(divisions, code), {
    error: '区划代码（六位数字的字符串，全国写 "000000"）',
  })
  .meta({ input: 'region' })

export const authority = text(40).meta({ input: 'authority' })
export const originalId = pageId.meta({ input: 'originals' })
export const interpretationId = pageId.meta({ input: 'interpretations' })

export const source = z
  .strictObject({
    name: text(60).meta({ title: '名称', description: '网站或文件的名称' }),
    url: url.optional().meta({
      title: '网址',
      description: '文件自己的网址；只知道首页时，页面会说明是“网站首页”',
    }),
  })
  .meta({ title: '来源', group: '来源和核对' })

const checkedOn = date.meta({ title: '核对日期' })

/** 最后核对: the day and the compared source. Without it a text shows 未核对来源. */
export const checked = z
  .discriminatedUnion(
    'against',
    [
      /** The page of `source.url`. */
      z.strictObject({
        date: checkedOn,
        against: z
          .literal('来源网页')
          .meta({ title: '与什么核对', description: '打开过来源的网址，逐条看过' }),
      }),
      /** The full text of the document published elsewhere; `text` is its name. */
      z.strictObject({
        date: checkedOn,
        against: z.literal('公开全文').meta({ title: '与什么核对', description: '与别处公开的全文核对过' }),
        text: text(80).meta({ title: '全文的名称' }),
      }),
      /** The pages in `compared`, each with a part or reports of it. */
      z.strictObject({
        date: checkedOn,
        against: z
          .literal('多处来源')
          .meta({ title: '与什么核对', description: '与“核对过的来源”里的至少两处核对过' }),
      }),
    ],
    { error: ({ code }) => (code === 'invalid_union' ? '来源网页、公开全文 或 多处来源' : undefined) },
  )
  .meta({
    title: '最后核对',
    description: '没有打开过来源就不写，页面、订阅和日历显示“未核对来源”',
    group: '来源和核对',
  })

/** Parts of a text that a second source confirms. */
const COMPARED = ['文号', '机关', '日期', '金额', '条款'] as const

/** The sources read for a text, at least two (docs/evidence/sources.md), and the parts that each confirms. */
export const compared = z
  .array(
    z.strictObject({
      name: text(80).meta({ title: '来源', description: '谁公布的、哪一篇' }),
      url: url.meta({ title: '网址' }),
      read: text(60).meta({ title: '读了什么', description: '如 全文、第三至六条、节选' }),
      agrees: z.array(z.enum(COMPARED)).min(1).meta({ title: '与它一致的' }),
    }),
  )
  .default([])
  .meta({ title: '核对过的来源', description: '至少两处，写读过的那一页', group: '来源和核对' })

/** Statements of only one source; the page marks them. */
export const oneSourceOnly = z
  .array(text(100))
  .default([])
  .meta({ title: '只有一处来源说的', description: '页面标明“只有一处来源”', group: '来源和核对' })

export type Compared = z.infer<typeof compared>
export type Checked = z.infer<typeof checked>
export type Source = z.infer<typeof source>

/** A text that fits on one line; `hanzi` as counted by `widthInHanzi`. */
const line = (hanzi: number) =>
  text(hanzi * 2)
    .refine((written) => widthInHanzi(written) <= hanzi, {
      error: `最多 ${hanzi} 个汉字（数字、字母和半角符号算半个）`,
    })
    .meta({ hanzi })

export const NAME_HANZI = 14

const title = text(200).meta({
  title: '标题',
  description: '全称，也用在分享和订阅里',
  group: '名称和归类',
})

/** Names in headings and rows; `content:check` requires `short` and `gist`. */
export const naming = {
  title,
  short: line(NAME_HANZI).optional().meta({
    title: '名称',
    description: '人们口头的叫法，页面标题和列表显示它；标题在第一个“：”之前已经够短的不写',
    group: '名称和归类',
  }),
  /** Its meaning for a company, beside the name. */
  gist: line(32).optional().meta({
    title: '一句话',
    description: '名称下面的一句：对企业有什么用，不重复名称',
    group: '名称和归类',
  }),
}

export const common = {
  id: pageId.meta({
    title: '编号',
    description: '网址里的编号，在本栏目内不重复；发布后不改',
    group: '发布',
  }),
  title,
  region: region.meta({ title: '地区', description: '在哪里适用', group: '名称和归类' }),
  themes: z.array(z.enum(THEMES)).default([]).meta({ title: '主题', group: '名称和归类' }),
  /** An invented sample, marked in its head. */
  demo: z
    .boolean()
    .default(false)
    .meta({ title: '演示内容', description: '虚构的示例，页面开头标明', group: '发布' }),
  draft: z
    .boolean()
    .default(false)
    .meta({ title: '草稿', description: '只有编辑看得到，不会发布', group: '发布' }),
  /** 上线日期: before this day shown only by `npm run dev`. */
  from: date.optional().meta({ title: '上线日期', description: '到这一天的构建才发布', group: '发布' }),
  /** The id of the imported row. */
  ref: z
    .string()
    .optional()
    .meta({ title: '导入编号', description: '导入时写的，用来认出同一条', group: '发布' }),
}

export const step = z.strictObject({
  title: text(30).meta({ title: '步骤' }),
  text: text(200).meta({ title: '说明', description: '在哪里、做什么' }),
})
