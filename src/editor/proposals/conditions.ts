/** Candidate conditions of the eligibility tree: what the questionnaire can judge, and asks for what only the company knows. */
import { regionShortName } from '../../lib/content/regions.ts'
import type { AskKey } from '../../lib/rules/eligibility/asks.ts'
import type { Condition } from '../../lib/rules/eligibility/tree.ts'
import { FACT_RULES } from './fact-rules.ts'
import { placeIn } from './header.ts'
import { type Proposal, resting } from './proposal.ts'
import { foldDigits, plain, type Sentence, type SourceText } from './source-text.ts'

/** Headings and openings of lists that say who may have it. */
const CONDITIONS =
  /条件|申报对象|申请对象|适用对象|适用范围|支持对象|补贴对象|奖励对象|扶持对象|申报主体|申报资格|认定标准|对象及要求|降价范围|申报要求|实施资助|基本要求/
const NOT_CONDITIONS =
  /材料|资料|流程|程序|方式|时间|期限|标准[：:]?$|额度|表格|名称规范|受理|违反|停止公示|取消|依据|不予|不得享受/
/** 对…的企业，给予…: a measure says its own condition. */
const MEASURE_FOR =
  /(?:^|[，。：:；（）\s])(?:鼓励|支持)?(?:对于|对(?!于))(?!享受上述|违反)(?<whom>[^。；]{4,160}?)[，,](?!鼓励|优先)[^，。；]{0,30}?(?:给予|可(?!依|予以展期|容缺)|一次性|免征|免收|减|按|予以|补|奖|允许|返还|准予|执行|在\d|停征|放宽)/
const MEASURE_OF =
  /^(?<whom>[^。；]{6,140}(?:的|企业|单位|机构|纳税人|人员|青年))[，,]?(?:[^，。；]{0,20}[，,])?(?:可(?:以)?(?:按|申请|享受|在)|按规定申请|给予|免收|免征|一次性给予|统一按|按每人|每[人户家]|补助)/
/** Who is spoken of in the line that opens a list: 法定代表人…符合以下条件之一： */
const OPENING = /^(?<whom>.{20,}?)(?:须|应当?)?(?:同时)?(?:符合|满足|具备)(?:以下|下列)[^，。；]{0,8}[：:]$/
const DEFINED =
  /^(?:其中，)?(?:本[^，。；]{2,6}所称)?[^，。；]{2,20}[，,]?是指(?<whom>.{12,}(?:企业|单位|机构|团队|纳税人|居民|人员|青年))$/
const DEMANDED =
  /(?:应当|应|须|需|必须)(?:同时)?(?:符合|满足|具备)|适用(?:于|对象)|符合[^，。；]{0,40}的[^，。；]{0,12}企业|必须|须占|应占/
/** No company is judged by these. */
const NOBODY: readonly RegExp[] = [
  // Duties of authorities and banks, and what they may do among themselves.
  /^(?:各|市|区|县|省|有关|责任单位|金融机构|银行|国务院|人民政府|对违反|对审批|对在审批)|责任单位|由[^，。]{2,20}(?:发布|审核|负责|审查|受理)|可视实际|应给予|预先提醒|确保|审核|批复/,
  // Penalties and control.
  /追究|查处|骗取|虚报|责令|罚款|抽查|监督检查|赔偿|诉讼|仲裁/,
  // Steps of a procedure, with their days.
  /公示期|专家评审|工作日内|申请人可自行|按次申报|延期申报|上传|标注/,
  // Papers.
  /见附件|附件中|提交的申请材料|保证申请材料|必须提供|须[^，。]{0,4}(?:提供|提交|出具)|留底/,
  // Sums, their years, and whoever a sentence before has named.
  /^\d+[人家个]|^补贴(?:标准|期限)|^补贴对象：符合条件|^符合(?:支持)?条件的|^[^，。的]{2,10}(?:奖励|补贴|资助|补助|支持)$|本(?:办法|通知|公告)所称[^。]{0,12}包括/,
  // Of another document.
  /^《[^》]+》对/,
]
/** A sentence after the first of an item that only explains it. */
const EXPLAINING = /^其中(?!，)|可以是|也可|不限于|不算$|是指|开始时间|日期$/
const GIVING =
  /补助|补贴|资助|奖励|贴息|扶持|优惠|免征|减征|免收|减免|减按|返还|扣减|降价|评估|认定|培育|支持/

/** Whom a measure may be for; and what is nobody's right. */
const WHO = /企业|单位|机构|纳税人|人员|青年|个体|团队|组织|法人|户|的$/
const SOFT = /(?:指导|引导|鼓励|督促|推动)(?:企业|业主|用人单位|职工)|加强对/

const MAX_ASK = 80
const MIN_ASK = 5

export function conditions(source: SourceText, region: string | undefined): Proposal[] {
  // A text in which nothing is given only obliges.
  const gives = GIVING.test(source.title + source.markdown)
  const found: Proposal[] = []
  let asks = 0
  const ask = (text: string, sentence: Sentence, why: string) => {
    const statement = statementOf(text)
    if (!statement) return
    asks += 1
    found.push(
      conditionOf(
        sentence,
        { ask: statement, key: `ask_${asks}` as AskKey },
        `${why}；问卷里没有，请企业自己回答`,
      ),
    )
  }
  for (const sentence of source.sentences) {
    if (source.lines[sentence.line]?.heading) continue
    const where = placeOf(sentence)
    if (!where || (where.kind === 'measure' && !gives)) continue
    const text = foldDigits(where.text)
    const facts = factsIn(text, sentence, region)
    found.push(...facts.map(({ condition, why }) => conditionOf(sentence, condition, why)))
    const rest = restOf(text, facts)
    if (rest === '' || (where.kind === 'listed' && isExplaining(source, sentence))) continue
    if (where.kind === 'listed') ask(rest, sentence, '列在条件或者对象里')
    else ask(text, sentence, '写明给怎样的企业或者人')
  }
  return found
}

function conditionOf(sentence: Sentence, condition: Condition, why: string): Proposal {
  const gist = plain(sentence.text).slice(0, 200)
  const clause = sentence.article ? { clause: { article: sentence.article.slice(0, 40), gist } } : {}
  return resting(sentence, { field: 'condition', value: { ...condition, ...clause } as Condition }, why)
}

/** Where conditions stand: in a list that is called so, or in a measure that names whom it is for. */
function placeOf(sentence: Sentence): { kind: 'listed' | 'measure'; text: string } | undefined {
  const { text, under } = sentence
  const written = plain(text)
  const nearest = under.at(-1) ?? ''
  const listed =
    under.some((heading) => CONDITIONS.test(heading)) && !NOT_CONDITIONS.test(nearest.replace(/条件/g, ''))
  const opening = OPENING.exec(text)?.groups?.['whom']
  if (opening) return { kind: 'measure', text: plain(opening) }
  const defined = DEFINED.exec(written)?.groups?.['whom']
  if (defined) return { kind: 'measure', text: defined }
  if (/[：:]$/.test(text)) return undefined
  if (NOBODY.some((words) => words.test(written))) return undefined
  if (listed) return { kind: 'listed', text: written }
  if (/材料|额度|注意事项|说明/.test(nearest)) return undefined
  const whom = MEASURE_FOR.exec(written)?.groups?.['whom'] ?? MEASURE_OF.exec(written)?.groups?.['whom']
  if (whom) return WHO.test(whom) && !SOFT.test(written) ? { kind: 'measure', text: whom } : undefined
  return DEMANDED.test(written) && !/目标|指标|标准要求/.test(written)
    ? { kind: 'measure', text: written }
    : undefined
}

interface SaidFact {
  condition: Condition
  /** The words that say it. */
  said: string
  why: string
}

function factsIn(text: string, sentence: Sentence, region: string | undefined): SaidFact[] {
  const found: SaidFact[] = []
  const place = registered(text, region)
  if (place) found.push(place)
  for (const { says, read, why } of FACT_RULES) {
    const match = says.exec(text)
    const said = match && read(match.groups ?? {}, text)
    if (!match || !said || found.some(({ condition }) => 'fact' in condition && condition.fact === said.fact))
      continue
    found.push({ condition: said as Condition, said: match[0], why })
  }
  return /材料|证书复印件/.test(sentence.under.at(-1) ?? '') ? [] : found
}

const REGISTERED =
  /(?:注册地(?:址)?|登记地|经营地)[^，。；]{0,6}在[^，。；]{0,16}|(?:(?:凡|已|须|应)?在|且在)(?:[^，。；]{1,18}?)(?:注册|登记|设立|办理(?:工商|税务|法定)[^，。；]{0,8}登记|进行工商)/

function registered(text: string, region: string | undefined): SaidFact | undefined {
  const said = REGISTERED.exec(text)?.[0]
  if (!said) return undefined
  const own = region && regionShortName(region).replace(/[省市区县]$/, '')
  const code =
    placeIn(said)?.code ??
    ((own && said.includes(own)) || /[我本][省市区县]|境内/.test(said) ? region : undefined)
  if (!code || code === '000000') return undefined
  return { condition: { fact: 'region', op: 'within', value: code }, said, why: '注册地的要求' }
}

/** Of an item the sentences after its first that demand nothing themselves, and each thing that must not be. */
function isExplaining({ lines, sentences }: SourceText, { line, text, item }: Sentence): boolean {
  const first = sentences.find((other) => other.line === line)?.text
  if (!item || first === text) return false
  return EXPLAINING.test(plain(text)) || /不得[^，。；]*：/.test(lines[line]?.text ?? '')
}

const FIGURE = /^(?:employees|insured|revenue|assets|taxable_income|rd_|main_ratio|debt_|key_hire|dismissal)/
const PEOPLE = /^(?:founder_groups|hired_groups)$/

const withoutNotes = (text: string) => text.replace(/[（(][^）)]*[）)]/g, '')

/** What of a condition no fact stands for; empty where that is little more than what was recognised. */
function restOf(whole: string, facts: readonly SaidFact[]): string {
  if (facts.length === 0) return whole
  const said = (pattern: RegExp) =>
    facts.filter(({ condition }) => 'fact' in condition && pattern.test(condition.fact))
  // A list of people is known as it stands, unless more is asked of them.
  if (said(PEOPLE).length > 0 && !/[应须]|企业(?!职工)|单位|载体|\d+%|的$/.test(withoutNotes(whole)))
    return ''
  const left = whole.split(/[，,]/).filter((part) => {
    // A figure is what its whole clause is about.
    if (!/[、且]/.test(part) && said(FIGURE).some(({ said: words }) => part.includes(words))) return false
    const unsaid = facts.reduce((rest, { said: words }) => {
      const shared = words.split(/[，,]/).find((piece) => piece !== '' && rest.includes(piece))
      return shared ? rest.replace(shared, '') : rest
    }, part)
    return unsaid === part || withoutNotes(unsaid).length >= 12
  })
  const rest = left.join('，')
  return rest.length >= 8 ? rest : ''
}

/** A statement that a company can say yes or no to, within the length of an ask. */
function statementOf(text: string): string | undefined {
  const said = plain(text).replace(/^(?:其中|凡|须|应当?|同时)[，,]?/, '')
  if (said.length < MIN_ASK || !/\p{Script=Han}{3}/u.test(said)) return undefined
  if (said.length <= MAX_ASK) return said
  // Whole clauses as long as they fit; the sentence itself is shown beside it.
  const cut = said.slice(0, MAX_ASK - 1)
  const end = Math.max(cut.lastIndexOf('，'), cut.lastIndexOf('；'))
  return end > 20 ? cut.slice(0, end) : `${cut}…`
}
