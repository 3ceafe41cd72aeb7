/** What a company gets or saves: sums and shares that stand with a word of giving, not with one of measuring. */
import { type Proposal, type ProposedAmount, resting } from './proposal.ts'
import type { Sentence, SourceText } from './source-text.ts'
import { foldDigits, readShare, readSum, SHARE, SUM } from './source-text.ts'

/** Words of giving, and of measuring: the nearer one before a figure says what it is. */
const GIVING =
  /补助|补贴|奖励|奖补|资助|给予|奖金|贴息|返还|退还|减按|减征|免征|减免|扣除|扣减|下浮|上浮|支持|税率|扶持|优惠|定额|标准(?:为|：|:)|额度|一等奖|二等奖|三等奖|优胜奖|结算|领取|贷款最高|提高至|限额内/g
const MEASURING =
  /收入|销售|投入|所得额|产值|资产|纳税总额|利润|占|比例(?!上限|补)|比重|增长|增速|增幅|增加|不少于|不低于|低于|大于|小于|高于|满足|达到|达(?!成)|人数|注册资本|投资|消耗|净|含量|股权|罚款|罚金|违约金|最低工资|滞纳|补缴|工资报酬|合同额达|交易额|小时工资|医药费用支出|(?<!不|不得|不能)超过(?=\s*$)|续驶/g

const AFTER_GIVING =
  /^[^，。；\d]{0,14}?(?:补助|补贴|奖励|奖补|资助|奖金|贴息|返还|的支持|支持|减免|税率|优惠|扶持|标准|的额度|的?定额|扣除|计入应纳税所得额|结算)/
const AFTER_MEASURING =
  /^\s*(?:[（(](?:含|不含)[^）)]*[）)])?\s*(?:及)?(?:以上|以下(?!的?罚)|以内的部分|的部分|的企业|的团队|的机构|的小额)/
const CAP_BEFORE =
  /(?:最高|最多|至多|不超过|不能超过|不得超过|不高于|上限(?:为|是)?|限额(?:为)?|封顶)[^，。；：\d]{0,12}$/
const CAP_AFTER = /^\s*(?:[^，。；\d]{0,3}为限|限额|以内(?!的部分)|封顶)/
const PER_BEFORE =
  /每(?:新增|引进|招用|成功推荐|增加|连续租满)?\s*\d*\s*(家|个|件|人|户|名|项|台|种|次|亩|吨|天|日|月|季度|年|平方米)(?![一-龥]{0,2}企业)/g
const PER_AFTER = /^\s*[/／每](人|户|家|件|月|年|台|项|个|天|日|次|亩|吨|平方米)(?:[·/／每]?(天|日|月|年))?/
/** A plan of those who govern, or the budget that they spend. */
const GOAL = /力争|确保|目标|增速|规划期|(?:到|至)20\d\d年[^，。]{0,20}(?:达到|超过|力争)/
const BUDGET = /安排[^，。；]{0,8}$/
const HALF = /减半(?:征收)?|房租[^，。；]{0,12}减半/

const FIGURE = new RegExp(`${SUM}|${SHARE}(?!点|个)`, 'g')
/** 80万元、30万元和20万元 are the same kind of figure. */
const CHAIN = /^\s*(?:[、和或及]|以及|至)\s*(?:每家)?$/

interface Read {
  amount: ProposedAmount
  end: number
}

export function amounts({ sentences }: SourceText): Proposal[] {
  return sentences.flatMap((sentence, index) => {
    const text = foldDigits(sentence.text)
    if (!/元|%|百分之|减半/.test(text)) return []
    const same = sentences[index - 1]?.line === sentence.line ? (sentences[index - 1]?.text ?? '') : ''
    return [
      ...figuresIn(text, `${sentence.under.join('，')}，${same}`).map((value) =>
        resting(sentence, { field: 'amount', value }, whyOf(value)),
      ),
      ...halves(sentence, text),
    ]
  })
}

function whyOf({ lead, per }: ProposedAmount): string {
  const said = lead ? '写明最高或者不超过的金额、比例' : '与补助、奖励、减免等词在一起的金额、比例'
  return per ? `${said}，按每${per}` : said
}

function halves(sentence: Sentence, text: string): Proposal[] {
  const half = HALF.exec(text)
  return half
    ? [resting(sentence, { field: 'amount', value: { max: 50, unit: '%' } }, `“${half[0]}”就是减 50%`)]
    : []
}

function figuresIn(text: string, context: string): ProposedAmount[] {
  if (GOAL.test(text) && !/给予|补贴|补助|奖励/.test(text)) return []
  const found: ProposedAmount[] = []
  let last: Read | undefined
  for (const match of text.matchAll(FIGURE)) {
    const { 0: whole, index, groups = {} } = match
    const end = index + whole.length
    const between = last && text.slice(last.end, index)
    const chained = last && between !== undefined && CHAIN.test(between)
    const given = chained || isGiven(text, index, end, context)
    if (!given || (groups['number'] && readSum(groups['number'], groups['scale']) === 0)) {
      last = undefined
      continue
    }
    const amount = read(text, index, end, groups)
    if (chained && last?.amount.per && !amount.per) amount.per = last.amount.per
    // 20万元至50万元 is one figure.
    if (
      chained &&
      between?.includes('至') &&
      last?.amount.unit === amount.unit &&
      last.amount.max < amount.max
    ) {
      found.pop()
      amount.min = last.amount.max
    }
    found.push(amount)
    last = { amount, end }
  }
  return found
}

function isGiven(text: string, start: number, end: number, context: string): boolean {
  const before = text.slice(Math.max(0, start - 60), start)
  const after = text.slice(end, end + 30)
  if (BUDGET.test(before.replace(/最高|不超过/g, '').slice(-12))) return false
  if (AFTER_MEASURING.test(after) && !/(?:补助|补贴|奖励|下浮|给予|贴息)[^，。；]{0,6}$/.test(before))
    return false
  const [given, measured] = [lastOf(before, GIVING), lastOf(before, MEASURING)]
  if (
    AFTER_GIVING.test(after) &&
    !/[，。；]/.test(after.slice(0, AFTER_GIVING.exec(after)?.[0].length ?? 0))
  ) {
    return measured < before.length - 3 || given > measured
  }
  if (CAP_AFTER.test(after) && GIVING_ANYWHERE.test(text)) return true
  const capped = CAP_BEFORE.test(before)
  if (capped)
    return given >= 0
      ? given >= measured || sincePunctuation(before, given)
      : GIVING_ANYWHERE.test(text) || (GIVING_ANYWHERE.test(context) && measured < 0)
  if (given < 0)
    return measured < 0 && /(?:标准|额度|贴息|补贴|资助|奖励)[^，]{0,6}[：:]?$/.test(before || context)
  return given > measured
}

const GIVING_ANYWHERE = /补助|补贴|奖励|奖补|资助|贴息|返还|减免|扣除|扣减|支持|额度|贷款/

function sincePunctuation(before: string, at: number): boolean {
  return !/[，。；]/.test(before.slice(at))
}

function lastOf(text: string, words: RegExp): number {
  let at = -1
  for (const { index } of text.matchAll(words)) at = index
  return at
}

function read(
  text: string,
  start: number,
  end: number,
  groups: Record<string, string | undefined>,
): ProposedAmount {
  const before = text.slice(Math.max(0, start - 24), start)
  const after = text.slice(end, end + 12)
  const money = groups['number'] !== undefined
  const max = money
    ? readSum(groups['number'], groups['scale'])
    : readShare(groups['percent'], groups['chinese'])
  const per = money ? perOf(before, after) : ''
  return {
    ...((CAP_BEFORE.test(before) || CAP_AFTER.test(after)) && { lead: '最高' as const }),
    max,
    unit: money ? '元' : '%',
    ...(per && { per }),
  }
}

function perOf(before: string, after: string): string {
  const [, written, also] = PER_AFTER.exec(after) ?? []
  if (written) return [written, also].filter(Boolean).join('·')
  const clause = /[^，。；]*$/.exec(before)?.[0] ?? ''
  const units = [...clause.matchAll(PER_BEFORE)].map(([, unit = '']) => (unit === '名' ? '人' : unit))
  // 每个子女每月: the month is what it is paid by.
  return [...new Set(units)].filter((unit, _, all) => unit !== '个' || all.length === 1).join('·')
}
