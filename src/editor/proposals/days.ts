/** When a document was made, published, comes into force and runs out, and until when one may apply. */
import { signedLines } from './header.ts'
import { type Proposal, type ProposedWindow, resting } from './proposal.ts'
import {
  type Day,
  daysIn,
  lastDayAfter,
  readCount,
  type Sentence,
  type SourceText,
  sentenceAt,
} from './source-text.ts'

export function days(source: SourceText): Proposal[] {
  const made = madeDays(source)
  const first = made.find(({ field }) => field === 'made')?.value as string | undefined
  const year = Number(first?.slice(0, 4) ?? /(20\d\d)年/.exec(source.title)?.[1]) || undefined
  const inForce = forceDays(source, first)
  const effective = inForce.find(({ field }) => field === 'effective')?.value as string | undefined
  return [...made, ...inForce, ...runs(source, effective, first), ...applications(source, year)]
}

/** 成文日期 below the signature; of a law the day that passed it, of an order the day that published it. */
function madeDays(source: SourceText): Proposal[] {
  const found: Proposal[] = []
  const last = signedLines(source)[0]
  const line = last === undefined ? undefined : source.lines[last]
  const day = line && daysIn(line.text)[0]
  const sentence = line && day && sentenceAt(source, line.start + day.start)
  if (sentence && day) {
    found.push(resting(sentence, { field: 'made', value: day.day }, '署名下面的成文日期（GB/T 9704）'))
  }
  for (const sentence of source.sentences.slice(0, 12)) {
    if (!/^[（(\d]|[（(]\s*[\d一]/.test(sentence.text) && !/关于印发/.test(sentence.text)) continue
    const named = daysIn(sentence.text)
    for (const [index, { day, end, start }] of named.entries()) {
      const clause = sentence.text.slice(
        end,
        Math.min(end + 80, named[index + 1]?.start ?? sentence.text.length),
      )
      if (/^[^，。；]*(?:会议|常务会议)[^，。；]*?(?:通过|修正|修订)/.test(clause)) {
        found.push(resting(sentence, { field: 'made', value: day }, '会议通过的日期'))
      } else if (
        /^[^，。；]*(?:公布|发布)(?!的)/.test(clause) &&
        !/《[^》]*$/.test(sentence.text.slice(0, start))
      ) {
        found.push(resting(sentence, { field: 'published', value: day }, '公布的日期，写在题注里'))
      }
    }
  }
  for (const { text, start } of source.lines) {
    const [day] = daysIn(text)
    const printed = day && text.length < 60 && /^[\s　]*印发/.test(text.slice(day.end))
    const named = /^(?:发布日期|发布时间|印发日期)[：:\s]*/.test(text)
    const sentence = (printed || named) && day && sentenceAt(source, start)
    if (sentence)
      found.push(
        resting(
          sentence,
          { field: 'published', value: day.day },
          printed ? '版记里的印发日期' : '写明“发布日期”',
        ),
      )
    const own = /^成文日期[：:\s]*/.test(text) && day && sentenceAt(source, start)
    if (own) found.push(resting(own, { field: 'made', value: day.day }, '写明“成文日期”'))
  }
  return found
}

/** 本…: of this document; what another one says of itself stands between 《 and 》 or begins with 原. */
const ITSELF =
  '(?:本(?:办法|规定|条例|法|公告|通知|细则|意见|措施|政策|方案|决定|规则|实施办法|实施细则)|申报项目|(?:以上|上述)[^，。]{0,6}(?:政策|措施)[^。]*)'

function forceDays(source: SourceText, made: string | undefined): Proposal[] {
  const found: Proposal[] = []
  for (const sentence of source.sentences) {
    const { text } = sentence
    for (const { day, start, end } of daysIn(text)) {
      const before = text.slice(Math.max(0, start - 24), start)
      const after = text.slice(end, end + 24)
      const itself =
        new RegExp(`${ITSELF}[^，。《》]{0,12}自?$`).test(before) || /(?:^|[，、\s])自$/.test(before)
      if (itself && /^\s*起?\s*(?:正式)?(?:开始)?(?:施行|实施|执行|生效)/.test(after)) {
        found.push(resting(sentence, { field: 'effective', value: day }, '写明自这一天起施行'))
      }
    }
    const issued =
      /自(?:印发|发布|公布)之日起\s*(?:施行|实施|执行|生效)/.test(text) && /本|以上|上述|政策/.test(text)
    if (issued && made) {
      found.push(resting(sentence, { field: 'effective', value: made }, '自印发之日起施行：按成文日期'))
    }
  }
  return found
}

const RUN = /^(?:起)?[\s]*(?:至|到|—|－|-|~|～)[\s]*$/

/** From one day to another that it holds: 自2014年1月1日至2016年12月31日, 有效期至, 有效期3年. */
function runs(source: SourceText, effective: string | undefined, made: string | undefined): Proposal[] {
  const found: Proposal[] = []
  for (const sentence of source.sentences) {
    const { text } = sentence
    const named = daysOfSpan(text)
    for (const [index, opens] of named.entries()) {
      const closes = named[index + 1]
      if (!closes || isApplication(sentence)) continue
      if (!RUN.test(text.slice(opens.end, closes.start)) || !holdsItself(text, opens, closes)) continue
      const value: ProposedWindow = { kind: '全年可享', opens: opens.day, closes: closes.day }
      found.push(
        resting(sentence, { field: 'effective', value: opens.day }, '执行期限的第一天'),
        resting(sentence, { field: 'window', value }, '写明从哪天到哪天执行'),
      )
    }
    const until =
      /(?:有效期(?:限)?(?:至|到|截止到)|执行(?:至|到)|执行期限?(?:至|到)|实施(?:至|到))\s*(?=20\d\d)/.exec(
        text,
      )
    const day = until && named.find(({ start }) => start >= until.index + until[0].length - 1)
    if (day && !/证书|资格|产品|许可证/.test(text.slice(0, until.index))) {
      const opens = effective ?? undefined
      const value: ProposedWindow = { kind: '全年可享', ...(opens && { opens }), closes: day.day }
      found.push(resting(sentence, { field: 'window', value }, '写明执行或者有效到这一天'))
    }
    const years = /有效期(?:限)?(?:为)?\s*([一二三四五六七八九十\d]{1,2})\s*年/.exec(text)
    const begins = effective ?? made
    if (years && begins && /本(?:办法|规定|通知|措施|细则|意见|政策|方案)/.test(text)) {
      const value: ProposedWindow = {
        kind: '全年可享',
        opens: begins,
        closes: lastDayAfter(begins, readCount(years[1])),
      }
      found.push(
        resting(sentence, { field: 'window', value }, `有效期 ${years[1]} 年，从施行之日算起，请核对`),
      )
    }
  }
  return found
}

/** 6月30日 after 自2020年2月1日起至 is of the same year. */
function daysOfSpan(text: string): Day[] {
  const [first] = daysIn(text)
  return first ? daysIn(text, Number(first.day.slice(0, 4))) : []
}

/** 自…至 of this document, not of a contract or of another rule that is being ended. */
function holdsItself(text: string, opens: Day, closes: Day): boolean {
  const before = text.slice(Math.max(0, opens.start - 30), opens.start)
  const after = text.slice(closes.end, closes.end + 40)
  if (/公示|公告期|值班|考试|放假|评审/.test(before + after)) return false
  return (
    /(?:自|从|期限为|期间为|执行期)\s*$/.test(before) ||
    /执行|施行|实施|有效/.test(before.slice(-12) + after.slice(0, 12))
  )
}

/** Words of an application's last day, and of those that are set to somebody else. */
const LAST_DAY = /截止|截至日期|逾期|(?:申报|申请|受理|报名|填报|提交|报送|登[录陆])/
const OTHERS =
  /汇总|审核|初审|推荐|各(?:地|市|区|镇|省|级)[^，。；]{0,40}(?:部门|单位|科技局|政府)|备案|报送至|地级[以市]|区财政|报财政部|公示|纳税申报期限/

function isApplication({ text, under }: Sentence): boolean {
  return (
    LAST_DAY.test(text) ||
    under.some((heading) =>
      /(?:申报|申请|受理|报名|填报).{0,6}(?:时间|期限|日期|安排)|时间安排/.test(heading),
    )
  )
}

function applications(source: SourceText, year: number | undefined): Proposal[] {
  return source.sentences.flatMap((sentence) => {
    if (!isApplication(sentence)) return []
    const always =
      /常年(?:受理|申报|开放申报)|全年受理|随时(?:受理|申报|申请)|工作日均可(?:受理|办理|申请)/.exec(
        sentence.text,
      )
    if (always)
      return [resting(sentence, { field: 'window', value: { kind: '常年受理' } }, `写明“${always[0]}”`)]
    return deadlines(sentence, year)
  })
}

function deadlines(sentence: Sentence, year: number | undefined): Proposal[] {
  const { text } = sentence
  const written = daysIn(text)[0]
  // 8月10日 after 2017年7月10日～ is of the same year.
  const named = daysIn(text, written ? Number(written.day.slice(0, 4)) : year)
  return named.flatMap((closes, index): Proposal[] => {
    const before = text.slice(Math.max(0, closes.start - 30), closes.start)
    const after = text.slice(closes.end, closes.end + 24)
    const opens = named[index - 1]
    const spans =
      opens !== undefined && /^[起]?\s*(?:至|到|—|－|-|~|～)\s*$/.test(text.slice(opens.end, closes.start))
    const last =
      spans ||
      /(?:至|到|截止(?:时间|日期)?\s*(?:为|是|：|:)?|截至(?:时间|日期)?\s*(?:为|：|:)?)\s*$/.test(before) ||
      /^\s*(?:\d{1,2}[:：]\d{2})?\s*(?:前|之前|以前|止|截止|17|18)/.test(after)
    // A goal of a plan, and what authorities have to do among themselves, is nobody's deadline.
    if (
      !last ||
      /有效期|施行|目标|力争|发生|登记的|注册/.test(before + after) ||
      OTHERS.test(text) ||
      !LAST_DAY.test(text + sentence.under.join())
    )
      return []
    const value: ProposedWindow = { kind: '申报期', ...(spans && { opens: opens.day }), closes: closes.day }
    const why =
      closes.assumed && !written ? `申报截止日期，文中没写年份，按 ${year} 年，请核对` : '申报截止日期'
    return [resting(sentence, { field: 'window', value }, why)]
  })
}
