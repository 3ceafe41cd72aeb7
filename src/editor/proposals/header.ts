/** Who issued a document, under which number, what it is and where it holds. */
import { provinces, regionName, spokenDivisions } from '../../lib/content/regions.ts'
import type { ORIGINAL_KINDS } from '../../lib/content/schema/documents.ts'
import { NATION, regionContains } from '../../lib/rules/regions.ts'
import { type Proposal, type Register, resting } from './proposal.ts'
import { daysIn, foldDigits, type Line, type Sentence, type SourceText, sentenceAt } from './source-text.ts'

export function header(source: SourceText, register: Register): Proposal[] {
  const issuers = issuersOf(source, register)
  const all = issuers.flatMap(({ value }) => (Array.isArray(value) ? (value as string[]) : []))
  return [...numbersOf(source), ...issuers, ...regionsOf(source, issuers), ...kindsOf(source, all)]
}

/** Characters at the beginning in which a document names itself. */
const HEAD = 700

const NOT_IN_NAME = '，。；;：:（）()《》〈〉“”\\s、0-9'

/** 发文字号 (GB/T 9704—2012, 7.2.5): mark of the issuer, year in 〔〕, number without 第; or 令第N号, 公告N年第N号. */
const NUMBER = new RegExp(
  `(?:[^${NOT_IN_NAME}]{2,20}\\s*[〔\\[［【（(]\\s*(?:19|20)\\d\\d\\s*[〕\\]］】）)]\\s*第?\\s*\\d{1,5}\\s*号` +
    `|[^${NOT_IN_NAME}]{2,24}令\\s*(?:[〔\\[(（]?\\d{4}[〕\\])）]?年?\\s*)?第\\s*[\\d一二三四五六七八九十百]+\\s*号` +
    `|(?:[^${NOT_IN_NAME}]{2,16}\\s+){0,5}[^${NOT_IN_NAME}]{2,20}公告\\s*(?:19|20)\\d\\d\\s*年\\s*第\\s*\\d{1,4}\\s*号)`,
  'g',
)

/**
 * A number is the document's own where it stands alone: on its line, after the title, or as the order that publishes it.
 * 根据《…》（国科发火〔2016〕32号） is a number of another.
 */
function numbersOf(source: SourceText): Proposal[] {
  const found: Proposal[] = []
  const inTitle = NUMBER.exec(source.title)
  NUMBER.lastIndex = 0
  if (inTitle && !/[《（(]/.test(source.title.slice(0, inTitle.index))) {
    found.push(resting(source, { field: 'number', value: tidy(inTitle[0]) }, '写在标题里的发文字号'))
  }
  const head = foldDigits(source.markdown.slice(0, HEAD))
  for (const { 0: whole, index } of head.matchAll(NUMBER)) {
    const sentence = sentenceAt(source, index)
    if (!sentence) continue
    const why = reasonItIsOwn(head, index, index + whole.length)
    if (why) found.push(resting(sentence, { field: 'number', value: tidy(whole) }, why))
  }
  // An amended decree names the orders that changed it, too: its own is the first.
  return found.slice(0, 1)
}

function reasonItIsOwn(head: string, start: number, end: number): string | undefined {
  const before = /[^\n]*$/.exec(head.slice(0, start))?.[0] ?? ''
  const after = /^[^\n]*/.exec(head.slice(end))?.[0] ?? ''
  if (/^[（(#\s>*]*$/.test(before) && /^[）)\s*]*$/.test(after))
    return '单独成行的发文字号（GB/T 9704 的位置）'
  if (/(?:发文字号|文\s*号)[：:|\s]*$/.test(before)) return '写明“发文字号”'
  const dated = /日[\s　]*$/.test(before) || (head[start] === '日' && /\d$/.test(before))
  if (/^\s*(?:公布|发布|颁布)/.test(after) && dated && /^[（(]/.test(before)) return '公布它的令，写在题注里'
  if (/^(?:根据|按照|依据|依照|参照|落实|贯彻)/.test(head.slice(start, end))) return undefined
  const alone = /(?:^|[\s　])$/.test(before) && /^(?:[\s　]|$)/.test(after)
  return alone && !/(?:根据|按照|依据|《[^》]*)$/.test(before.trimEnd())
    ? '在标题之后、正文之前单独写出'
    : undefined
}

/** As it is printed, with the brackets of the standard and no blanks within. */
function tidy(number: string): string {
  const spaced = number.trim().replace(/[[［【（(]\s*((?:19|20)\d\d)\s*[\]］】）)]/, '〔$1〕')
  return spaced
    .replace(/^日|^中华人民共和国(?=国务院令)/, '')
    .replace(/\s*([〔〕])\s*/g, '$1')
    .replace(/(?<=[\d第年令])\s+|\s+(?=[\d第号])/g, '')
}

/** What the name of an authority ends with. */
const AUTHORITY =
  '(?:人民政府(?:办公厅|办公室)?|人民代表大会(?:常务委员会)?|委员会(?:办公厅|办公室)?|国务院(?:办公厅)?|(?:总局|[部局厅署])(?:办公厅|办公室)?|[^\\s]委(?:办公厅|办公室|统战部)?|管理(?:中心|部)|银行(?:[^\\s、，。]{2,8}(?:分行|支行))?|联合会|管委会|法院|检察院|机制|党组)'
const NAME = `[^${NOT_IN_NAME}]{0,28}?${AUTHORITY}`
const NAMES = new RegExp(`^(${NAME}(?:[\\s　、]+${NAME})*)$`)

/** 财政部　税务总局 → both, by their registered names; undefined where one of them is no authority. */
function readNames(text: string, { nameOf }: Register): string[] | undefined {
  const trimmed = text.trim()
  if (trimmed === '' || trimmed.length > 300) return undefined
  const pieces = trimmed.split(/[\s　、]+/)
  if (!pieces.every((piece) => nameOf(piece) !== undefined || NAMES.test(piece))) return undefined
  return pieces.map((piece) => nameOf(piece) ?? piece)
}

/** The signature above the date (GB/T 9704, 7.3.5), the title's beginning, who passed or ordered it. */
function issuersOf(source: SourceText, register: Register): Proposal[] {
  const found: Proposal[] = []
  const add = (proposal: Proposal | undefined) => {
    if (proposal && !found.some((other) => sameNames(other, proposal))) found.push(proposal)
  }
  const signed = signature(source, register)
  add(signed)
  const note = source.sentences
    .slice(0, 6)
    .find(({ text }) => /^[（(]/.test(text) && (PASSED.test(text) || ORDERED.test(text)))
  const by = note && (PASSED.exec(note.text) ?? ORDERED.exec(note.text))?.groups?.['by']
  if (note && by) {
    const name = passingBody(by, source.title)
    add(
      resting(
        note,
        { field: 'issuers', value: [register.nameOf(name) ?? name] },
        '题注里通过或者公布它的机关',
      ),
    )
  }
  const begun = /^(.{2,200}?)[\s　]*(?:印发)?关于/.exec(source.title)?.[1]
  const named = begun ? readNames(begun, register) : undefined
  // A title may name fewer of a joint document, and leave the province out: 省工业和信息化厅.
  const short = named?.every((name) => found.some(({ value }) => String(value).includes(name)))
  if (named && !(short && /^[省市区县]/.test(named[0] ?? ''))) {
    add(resting(source, { field: 'issuers', value: named }, '标题开头的发文机关'))
  }
  if (found.length === 0) add(openingLines(source, register))
  return found
}

const BODY = `[^${NOT_IN_NAME}]{0,24}?`
/** （2019年8月26日 第十三届全国人民代表大会常务委员会第十二次会议通过）; 经人力资源和社会保障部第6次部务会议通过. */
const PASSED = new RegExp(
  `日[\\s　]*经?(?<by>${BODY}(?:人民代表大会(?:常务委员会)?|国务院|部|总局|委员会))第?\\s*[一二三四五六七八九十\\d]+\\s*次[^\\s，。；]{0,6}会议[^\\s，。；]{0,4}通过`,
)
/** （2021年7月30日 国家市场监督管理总局令第45号公布）; （1986年4月5日 国务院发布）. */
const ORDERED = new RegExp(
  `日[\\s　]*(?<by>${BODY}[^${NOT_IN_NAME}])(?:令\\s*(?:〔?\\d{4}〕?年?)?第\\s*[\\d一二三四五六七八九十百]+\\s*号)?\\s*(?:公布|发布)`,
)

/** 第十三届全国… → 全国…; 市十四届人民代表大会 → 宁波市人民代表大会, by the title. */
function passingBody(written: string, title: string): string {
  const name = written
    .replace(/^中华人民共和国(?=国务院|国家)/, '')
    .replace(/第?[一二三四五六七八九十]+届/, '')
  if (!/^[省市]/.test(name)) return name
  const place = placeIn(title)
  return place && title[place.end - 1] === name[0]
    ? title.slice(place.start, place.end) + name.slice(1)
    : name
}

function sameNames(one: Proposal, other: Proposal): boolean {
  return (
    JSON.stringify([...(one.value as string[])].sort()) ===
    JSON.stringify([...(other.value as string[])].sort())
  )
}

/** A line that ends with the day of the document: what stands before the day, and above it, are the names. */
function signature(source: SourceText, register: Register): Proposal | undefined {
  for (const index of signedLines(source)) {
    const line = source.lines[index]
    const day = line && daysIn(line.text)[0]
    if (!line || !day) continue
    const names: string[] = []
    const before = line.text.slice(0, day.start).trim()
    const own = before === '' ? [] : lastNames(before, register)
    names.unshift(...own)
    const first = before === '' || own.length > 0 ? namesAbove(source.lines, index, register) : undefined
    if (first) names.unshift(...first.names)
    if (names.length === 0) continue
    const sentence = sentenceAt(
      source,
      first && first.names.length > 0 ? first.start : line.start + Math.max(0, day.start - 1),
    )
    if (sentence) {
      return resting(
        sentence,
        { field: 'issuers', value: [...new Set(names)] },
        '成文日期上方或前面的署名（GB/T 9704）',
      )
    }
  }
  return undefined
}

/** Lines that hold little but a day, the last first; 〔2023年8月9日印发〕 is the office that printed it. */
export function signedLines({ lines }: SourceText): number[] {
  const found: number[] = []
  for (let index = lines.length - 1; index >= 0; index--) {
    const text = lines[index]?.text ?? ''
    if (/印发[）)]?$/.test(text)) continue
    const [day, second] = daysIn(text)
    if (!day || (second && !/执行|施行/.test(text))) continue
    const after = text.slice(day.end).replace(/^[\s　]*[（(]?(?:此件|本件|信息公开|注释)[^）)]*[）)]?/, '')
    const before = text.slice(0, day.start)
    // The break between the signature and the annex below it was lost.
    const above = before.trim() === '' ? (lines[index - 1]?.text ?? '') : before
    const runsOn = NAMES.test(above.trim()) && /^(?:[\s　]+\S|（联系)/.test(text.slice(day.end))
    if (runsOn || (index < 4 && /^[（(]?$/.test(before) && /^[）)]$/.test(text.slice(day.end)))) {
      found.push(index)
      continue
    }
    const signed = before === '' || /(?:^|[\s　。.a-z])[^\s，。；：]{2,40}[\s　]*$/.test(before)
    if (/^[\s　）)]*(?:\d{4}年\d+月\d+日\s*执行[）)]?)?$/.test(after) && signed) found.push(index)
  }
  return found
}

/** The names at the end of what stands before a day: … wang@rsj.gov.cn 北京市人力资源和社会保障局. */
function lastNames(before: string, register: Register): string[] {
  const pieces = before.split(/[\s　。]+/)
  const names: string[] = []
  for (const piece of pieces.reverse()) {
    const read = readNames(piece, register)
    if (!read) break
    names.unshift(...read)
  }
  return names
}

function namesAbove(
  lines: readonly Line[],
  from: number,
  register: Register,
): { names: string[]; start: number } {
  const names: string[] = []
  let start = lines[from]?.start ?? 0
  for (let index = from - 1; index >= 0 && index >= from - 8; index--) {
    const line = lines[index]
    const read = line && readNames(line.text, register)
    if (!read) break
    names.unshift(...read)
    start = line.start
  }
  return { names, start }
}

/** Before 关于…的通知 on the first lines: 国家发展改革委 关于阶段性…. */
function openingLines(source: SourceText, register: Register): Proposal | undefined {
  for (const line of source.lines.slice(0, 3)) {
    const begun = /^(.{2,200}?)[\s　]+关于/.exec(line.text)?.[1]
    const names = readNames(begun ?? line.text, register)
    const sentence = names && sentenceAt(source, line.start)
    if (names && sentence) return resting(sentence, { field: 'issuers', value: names }, '正文开头的发文机关')
  }
  return undefined
}

let placesByBeginning: Map<string, [name: string, code: string][]> | undefined

/** 福州市, 福建省福州市, 广州市天河区; a district's name alone where the country has it once. By their first two characters. */
function namedPlaces(): Map<string, [name: string, code: string][]> {
  if (placesByBeginning) return placesByBeginning
  const codes = new Map<string, string[]>()
  for (const [code, own] of Object.entries(spokenDivisions())) {
    const city = regionName(`${code.slice(0, 4)}00`)
    const province = regionName(`${code.slice(0, 2)}0000`)
    const whole = regionName(code)
    for (const name of new Set([own, whole, whole.slice(province.length), whole.slice(city.length)])) {
      if (name.length > 2) codes.set(name, [...(codes.get(name) ?? []), code])
    }
  }
  placesByBeginning = new Map()
  for (const [name, [code, second]] of codes) {
    if (!code || second !== undefined) continue
    const beginning = name.slice(0, 2)
    placesByBeginning.set(beginning, [...(placesByBeginning.get(beginning) ?? []), [name, code]])
  }
  return placesByBeginning
}

interface Place {
  code: string
  start: number
  end: number
}

/** The place that a text names first, as near as it says it: 国家税务总局厦门市税务局 → 350200. */
export function placeIn(text: string): Place | undefined {
  const places = namedPlaces()
  for (let start = 0; start < text.length - 2; start++) {
    let best: Place | undefined
    for (const [name, code] of places.get(text.slice(start, start + 2)) ?? []) {
      // The longer name of the same beginning wins: 北京市海淀区 over 北京市.
      const longer = best === undefined || start + name.length > best.end
      if (longer && text.startsWith(name, start)) best = { code, start, end: start + name.length }
    }
    if (best) return best
  }
  return undefined
}

/** 广东软件行业协会: a province without its last character. */
function provinceIn(text: string): { code: string } | undefined {
  return provinces().find(({ name }) =>
    text.includes(name.replace(/(?:维吾尔|壮族|回族)?(?:自治区|省|市)$/, '')),
  )
}

const NATIONAL =
  /^(?:国务院|国家|全国|中华人民共和国|中国人民银行$|市场监管总局$|[^省市县区]{2,8}(?:部|总局|委)(?:办公厅)?$)/

function regionsOf(source: SourceText, issuers: readonly Proposal[]): Proposal[] {
  const found: Proposal[] = []
  const add = (proposal: Proposal | undefined) => {
    const code = proposal?.value as string
    const known = found.map(({ value }) => value as string)
    // A place around or inside one that is known says nothing new.
    if (
      proposal &&
      !known.some((other) => regionContains(code, other) || (other !== NATION && regionContains(other, code)))
    ) {
      found.push(proposal)
    }
  }
  for (const issuer of issuers) {
    const names = issuer.value as string[]
    const placed = names
      .flatMap((name) => placeIn(name) ?? [])
      .sort((a, b) => b.end - b.start - (a.end - a.start))[0]
    const code = placed?.code ?? (names.some((name) => NATIONAL.test(name)) ? NATION : undefined)
    if (code)
      add({
        ...issuer,
        field: 'region',
        value: code,
        why: code === NATION ? '由国家机关发文' : '发文机关所在的地区',
      })
  }
  const titled = placeIn(source.title)
  if (titled) add(resting(source, { field: 'region', value: titled.code }, '标题里的地区'))
  const everywhere = source.sentences.slice(0, 3).find(({ text }) => /^各省、自治区、直辖市/.test(text))
  if (everywhere && found.length === 0) {
    add(resting(everywhere, { field: 'region', value: NATION }, '主送各省、自治区、直辖市'))
  }
  if (found.length > 0) return found
  for (const sentence of source.sentences) {
    const at = placeIn(sentence.text)
    const around = at && sentence.text.slice(Math.max(0, at.start - 3), at.end + 14)
    if (at && around && /在[^，。]*(?:注册|登记|行政区域|境内|市内|省内)|我[省市区]/.test(around)) {
      add(resting(sentence, { field: 'region', value: at.code }, '正文写明适用的地区'))
      break
    }
  }
  if (found.length > 0) return found
  // The place that most sentences name, when none says that it holds there.
  const counts = new Map<string, { count: number; first: Sentence }>()
  for (const sentence of source.sentences) {
    const at = placeIn(sentence.text) ?? provinceIn(sentence.text)
    if (!at) continue
    const known = counts.get(at.code)
    counts.set(at.code, { count: (known?.count ?? 0) + 1, first: known?.first ?? sentence })
  }
  const [most] = [...counts].sort(([, a], [, b]) => b.count - a.count)
  if (most && most[1].count >= 2) {
    add(
      resting(
        most[1].first,
        { field: 'region', value: most[0] },
        `正文里提到最多的地区（${most[1].count} 处）`,
      ),
    )
  }
  return found
}

type Kind = (typeof ORIGINAL_KINDS)[number]

/** In the order of their strength: the first that holds. */
const KINDS: { kind: Kind; why: string; holds: (title: string, issuers: string, text: string) => boolean }[] =
  [
    { kind: '政府工作报告', why: '标题是政府工作报告', holds: (title) => /政府工作报告$/.test(title) },
    { kind: '公示', why: '标题写明公示', holds: (title) => /公示$|名单公示/.test(title) },
    {
      kind: '申报通知',
      why: '标题写明申报、征集或者认定的条件和程序',
      holds: (title) =>
        /(?:组织|开展|做好)[^，]*申报|申报(?:[^，]*通知|指南|条件|须知|流程|资料|工作)|资金的条件及程序|征集.*(?:项目|通知)/.test(
          title,
        ),
    },
    {
      kind: '法律',
      why: '全国人大或者常委会通过',
      holds: (title, by) => /^全国人民代表大会/.test(by) && /法$|法（|条例$|决定$/.test(title),
    },
    {
      kind: '地方性法规',
      why: '地方人大或者常委会通过',
      holds: (_, by) => /^(?!全国).+人民代表大会/.test(by),
    },
    {
      kind: '行政法规',
      why: '国务院的条例、规定、办法',
      holds: (title, by) =>
        by.startsWith('国务院') && /(?:条例|规定|办法|细则)$/.test(title) && !/通知|意见/.test(title),
    },
    { kind: '国务院文件', why: '国务院或者国务院办公厅发文', holds: (_, by) => /^国务院/.test(by) },
    {
      kind: '部门规章',
      why: '部门的规定、办法、规则，分条写',
      holds: (title, by, text) =>
        by !== '' &&
        NATIONAL.test(by) &&
        /(?:规定|办法|规则|细则|条例)(?:（[^）]*）)?$/.test(title) &&
        /第一条/.test(text),
    },
    {
      kind: '部门文件',
      why: '国务院部门发文',
      holds: (_, by) => by !== '' && NATIONAL.test(by) && placeIn(by) === undefined,
    },
    { kind: '地方文件', why: '地方机关发文', holds: (_, by) => placeIn(by) !== undefined },
  ]

function kindsOf(source: SourceText, issuers: readonly string[]): Proposal[] {
  const by = issuers[0] ?? ''
  const found = KINDS.find(({ holds }) => holds(source.title, by, source.markdown))
  return found ? [resting(source, { field: 'kind', value: found.kind }, found.why)] : []
}
