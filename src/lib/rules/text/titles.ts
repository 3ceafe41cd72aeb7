/** Names of pages and rows, and where their lines may break. */
import { escapeMarkup } from './escape-markup.ts'

interface Titled {
  title: string
  /** The editor's short name; imported documents have none. */
  short?: string | undefined
}

export function nameOf({ title, short }: Titled): string {
  return short ?? title.split('：', 1)[0] ?? title
}

/** Returns the width of a text in 汉字. Digits, Latin letters and their marks count half. */
export function widthInHanzi(text: string): number {
  return [...text].reduce((width, character) => width + (character <= '\u007e' ? 0.5 : 1), 0)
}

/** Words of the subject that the runtime's dictionary splits. */
const WORDS = (
  '税费 减税 征收率 起征点 增值税 所得税 企业所得税 应纳税 减按 六税两费 两免三减半 加计扣除 减征 减缴 免征 扣减 抵扣 税款 滞纳金 计息 贴息 ' +
  '小微 小微企业 小型微利 小规模 纳税人 个体户 个体工商户 科技型 高新技术 专精特新 小巨人 中小企业 第三方 鼓励类 创投 民营 ' +
  '毕业生 见习 招用 职工 脱贫 社保 扩岗 申领 用工 入库 准入 追讨 治污 主营 投资人 投资额 销售额 月销售额 年销售额 应纳税所得额 实审 复审费 年费 ' +
  '知识产权 集成电路 碳排放权 高质量 一次性 骗享 港澳 自贸港 天河区 大开发 中华人民共和国'
).split(' ')

/** Single characters that belong to the word after them; others belong to the word before. */
const LEADS_ON = new Set(
  '和与或及按由从给让要可能在到将对被不未各每新老大乱防再就还补都已只也首头满一二两三四五六七八九十',
)

/** No line may break between texts like these. */
const HELD_TOGETHER: readonly (readonly [before: RegExp, after: RegExp])[] = [
  [/$/, /^[年月日万亿元％%，。、；：！？）》〉”’」』…的]/],
  [/[（《〈“‘「『]$/, /^/],
  [/\d$/, /^\S/],
  // Dates, and bounds of a number: 2024年5月1日起, 500万元以内, 最高50万元.
  [/\d[年月]$/, /^\d/],
  [/[\d一二两三四五六七八九十半]\p{Script=Han}{1,2}$/u, /^(起|前|后|内|止|以[内上下前后]|及以上)/],
  [/(最高|最长|最低|至少|减按|不超过|未达|未到|第|约|近|前|按|补)$/, /^\d/],
]

/** Ends with a 汉字 or a digit, which can be part of a word. */
const HANZI = /[\p{Script=Han}\d]$/u

/** Returns the parts of a title between which a line may break: words, numbers with their units, marks with their text. */
export function breakTitle(title: string): string[] {
  const parts: string[] = []
  let leadsOn = false
  for (const word of wordsOf(title)) {
    const before = parts.at(-1) ?? ''
    const isLone = word.length === 1 && HANZI.test(word)
    const belongsBefore: boolean =
      leadsOn ||
      (isLone && !LEADS_ON.has(word) && HANZI.test(before)) ||
      HELD_TOGETHER.some(([left, right]) => left.test(before) && right.test(word))
    if (belongsBefore) parts.push((parts.pop() ?? '') + word)
    else parts.push(word)
    leadsOn = isLone && (LEADS_ON.has(word) || !belongsBefore)
  }
  return parts
}

/** Created once, because that takes longer than segmenting a title. */
let segmenter: Intl.Segmenter | undefined

function wordsOf(title: string): string[] {
  segmenter ??= new Intl.Segmenter('zh', { granularity: 'word' })
  const segments = segmenter.segment(title)
  const starts = new Set(Array.from(segments, ({ index }) => index))
  for (const word of WORDS) {
    for (let at = title.indexOf(word); at >= 0; at = title.indexOf(word, at + 1)) {
      for (let inside = at + 1; inside < at + word.length; inside++) starts.delete(inside)
    }
  }
  return [...starts].map((start, place, all) => title.slice(start, all[place + 1]))
}

/** A title stands on all pages of its document, and on pages that list it. */
const markups = new Map<string, string>()

/** Returns a title as HTML, with `<wbr>` where a line may break; the style of headings allows no other place. */
export function titleMarkup(title: string): string {
  const markup = markups.get(title) ?? breakTitle(title).map(escapeMarkup).join('<wbr>')
  markups.set(title, markup)
  return markup
}
