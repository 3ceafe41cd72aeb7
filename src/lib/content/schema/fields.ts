/** Fields that content files of every kind share. Astro wants Zod here; it runs at build time only. */
import { z } from 'astro/zod'
import { widthInHanzi } from '../../rules/text/titles.ts'
import divisions from '../divisions.json' with { type: 'json' }

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

export const region = z.string().refine((code) => Object.hasOwn(divisions, code), {
  error: '区划代码（六位数字的字符串，全国写 "000000"）',
})

export const source = z.strictObject({ name: text(60), url: url.optional() })

/** 最后核对: when, and with what. A text without it says 未核对来源. */
export const checked = z.discriminatedUnion(
  'against',
  [
    /** Somebody opened the page of `source.url`. */
    z.strictObject({ date, against: z.literal('来源网页') }),
    /** The words of the document as they were published elsewhere; `text` is its name. */
    z.strictObject({ date, against: z.literal('公开全文'), text: text(80) }),
  ],
  { error: ({ code }) => (code === 'invalid_union' ? '来源网页 或 公开全文' : undefined) },
)

export type Checked = z.infer<typeof checked>
export type Source = z.infer<typeof source>

/** A text that has its place on one line; `hanzi` as `widthInHanzi` counts. */
const line = (hanzi: number) =>
  text(hanzi * 2).refine((written) => widthInHanzi(written) <= hanzi, {
    error: `最多 ${hanzi} 个汉字（数字、字母和半角符号算半个）`,
  })

export const NAME_HANZI = 14

/** What headings and rows show of a policy text; `content:check` asks for them. */
export const naming = {
  /** The name by which people speak of it. */
  short: line(NAME_HANZI).optional(),
  /** What it means for a company, beside the name. */
  gist: line(32).optional(),
}

export const common = {
  id: pageId,
  title: text(200),
  region,
  themes: z.array(z.enum(THEMES)).default([]),
  /** Written by this project as a sample; shown as 演示内容. */
  demo: z.boolean().default(false),
  /** Shown by `npm run dev` only. */
  draft: z.boolean().default(false),
  /** 上线日期: before this day shown by `npm run dev` only. */
  from: date.optional(),
  /** The id of the row that an import made this file from. */
  ref: z.string().optional(),
}
