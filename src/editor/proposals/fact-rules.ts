/** One row for each thing that documents ask of a company and the questionnaire knows: what it is recognised by, and as which condition it is judged. */
import type { DerivedKey } from '../../lib/rules/eligibility/derived.ts'
import type { FactKey } from '../../lib/rules/eligibility/facts.ts'
import type { CERTIFICATES, FOUNDER_GROUPS, HIRED_GROUPS } from '../../lib/rules/eligibility/options.ts'
import type { Operator, RuleValue } from '../../lib/rules/eligibility/tree.ts'
import { readCount, readShare, readSum, SHARE, SUM } from './source-text.ts'

export interface FactSaid {
  fact: FactKey | DerivedKey
  op: Operator
  value: RuleValue
}

interface FactRule {
  why: string
  says: RegExp
  /** Undefined: the words are there, and mean something else. */
  read(groups: Record<string, string | undefined>, text: string): FactSaid | undefined
}

const COUNT = '(?<count>\\d+|[一二两三四五六七八九十]+)'
const LEAST = '(?:不少于|不低于|不得低于|不得少于|达到|达|超过|大于|高于|在)?'
const BETWEEN = '[^，。；\\d百]{0,24}?'

/** 不超过 and 以下 bound from above, all else from below; without the bound itself where 超过, 低于 say so. */
function bound(whole: string, figure: string, text: string): Operator {
  const at = text.indexOf(whole) + whole.length
  const after = text.slice(at, at + 10)
  const before = whole.slice(0, Math.max(0, whole.lastIndexOf(figure)))
  if (
    /不超过|不高于|不得超过|不大于|不多于|至多/.test(before) ||
    /^[^，。；]{0,4}(?:以下|以内|及以下)/.test(after)
  )
    return 'lte'
  if (/低于|小于|少于|不足/.test(before) && !/不(?:得)?(?:低于|小于|少于)/.test(before))
    return /^[（(][^）)]*含/.test(after) && !/不含/.test(after) ? 'lte' : 'lt'
  return /(?<!不)(?:超过|大于|高于)/.test(before) && !/以上/.test(after) ? 'gt' : 'gte'
}

function money(fact: FactKey | DerivedKey, words: string, why: string): FactRule {
  return {
    why,
    says: new RegExp(`(?<whole>(?:${words})${BETWEEN}${LEAST}${SUM})`),
    read: ({ whole = '', number = '', scale = '' }, text) => ({
      fact,
      op: bound(whole, number, text),
      value: readSum(number, scale),
    }),
  }
}

function share(fact: DerivedKey, words: string, why: string, unless?: RegExp): FactRule {
  return {
    why,
    says: new RegExp(`(?<whole>(?:${words})[^，。；%]{0,30}?${SHARE})`),
    read: ({ whole = '', percent, chinese }, text) =>
      unless?.test(text)
        ? undefined
        : { fact, op: bound(whole, percent ?? chinese ?? '', text), value: readShare(percent, chinese) },
  }
}

const CERTIFICATE_WORDS: [RegExp, keyof typeof CERTIFICATES][] = [
  [/高新技术企业/, 'high_tech'],
  [/科技型中小企业/, 'tech_sme'],
  [/创新型中小企业/, 'innovative_sme'],
  [/专精特新[”"]?(?:中小)?企业|“专精特新”中小企业/, 'specialised'],
  [/小巨人/, 'little_giant'],
  [/单项冠军/, 'single_champion'],
  [/瞪羚/, 'gazelle'],
  [/独角兽/, 'unicorn'],
  [/技术先进型服务企业/, 'advanced_service'],
]

const FOUNDER_WORDS: [RegExp, keyof typeof FOUNDER_GROUPS][] = [
  [/毕业(?:后)?(?:5|五)年(?:以)?内|在校(?:大学)?生|高校毕业生/, 'young_graduate'],
  [/职业院校[^，。]{0,8}毕业生|技工院校/, 'graduate'],
  [/登记失业人员|就业困难人员|失业人员/, 'jobless'],
  [/退役军人|退役士兵|军转干部/, 'veteran'],
  [/刑满释放/, 'released'],
  [/化解过剩产能/, 'overcapacity'],
  [/返乡创业/, 'returned'],
  [/网络商户/, 'online_merchant'],
  [/脱贫人口|农民(?!专业)/, 'poverty'],
  [/港澳青年|港澳居民|香港、澳门[^，。]{0,8}居民/, 'hk_macao'],
]

const HIRED_WORDS: [RegExp, keyof typeof HIRED_GROUPS][] = [
  [/高校毕业生|应届毕业生/, 'recent_graduate'],
  [/登记失业半年以上|登记失业人员/, 'jobless'],
  [/脱贫人口|建档立卡/, 'poverty'],
  [/退役士兵/, 'veteran'],
  [/残疾人/, 'disabled'],
  [/见习人员/, 'trainee'],
]

function keysIn<Key extends string>(text: string, words: readonly [RegExp, Key][]): Key[] {
  return words.flatMap(([pattern, key]) => (pattern.test(text) ? [key] : []))
}

export const FACT_RULES: FactRule[] = [
  {
    why: '要求是独立法人',
    says: /独立法人|具有法人资格|企业法人|独立经营的法人|居民企业/,
    read: (_, text) =>
      /事业(?:单位)?法人|单位法人|法人营业执照/.test(text)
        ? undefined
        : { fact: 'kind', op: 'eq', value: 'company' },
  },
  {
    why: '给个体经营者的',
    says: /从事个体经营|个体工商户/,
    read: (_, text) =>
      /企业[^，。；]{0,12}个体工商户|个体工商户[^，。；]{0,6}、|包括[^，。]*个体工商户|个体户经营者/.test(
        text,
      )
        ? undefined
        : { fact: 'kind', op: 'eq', value: 'individual' },
  },
  {
    why: '成立时间的要求',
    says: new RegExp(
      `(?<whole>(?:注册|成立|设立|登记注册|注册登记|运营|注册登记时间|成立时间)[^，。；\\d]{0,8}?${COUNT}\\s*(?<unit>年|个月)(?<upto>以内|内|以下)?)`,
    ),
    read: ({ whole = '', count = '', unit, upto }, text) => {
      if (
        /时间不足|实际年限|起\d|20\d\d年/.test(
          text.slice(Math.max(0, text.search(/注册|成立|设立/) - 4), text.search(/注册|成立|设立/) + 16),
        )
      )
        return undefined
      const years = unit === '年' ? readCount(count) : readCount(count) / 12
      if (years > 50 || Math.round(years * 4) !== years * 4) return undefined
      return { fact: 'age_years', op: upto || /不超过/.test(whole) ? 'lte' : 'gte', value: years }
    },
  },
  {
    why: '人数的要求',
    says: new RegExp(
      `(?<whole>(?:从业人数|从业人员|职工(?:总)?人数|职工总数|员工(?:总)?(?:人)?数|在职职工|适应的人员)${BETWEEN}${LEAST}(?<count>\\d+)\\s*[人名])`,
    ),
    read: ({ whole = '', count = '' }, text) => ({
      fact: 'employees',
      op: bound(whole, count, text),
      value: Number(count),
    }),
  },
  {
    why: '参保人数的要求',
    says: new RegExp(`(?<whole>参保(?:职工)?人数${BETWEEN}${LEAST}(?<count>\\d+)\\s*[人名])`),
    read: ({ whole = '', count = '' }, text) => ({
      fact: 'insured',
      op: bound(whole, count, text),
      value: Number(count),
    }),
  },
  money('revenue', '营业收入|(?<!主营)业务收入|销售(?:收入|额)|年收入|年产值', '收入的要求'),
  money('assets', '资产总额|总资产', '资产总额的要求'),
  money('taxable_income', '应纳税所得额', '应纳税所得额的要求'),
  money('rd_expense', '(?:研发|研究开发)(?:费用|投入|经费)(?:总额)?', '研发费用的要求'),
  share(
    'rd_ratio_3y',
    '近(?:三|3)(?:个会计)?年[^，。；]{0,12}(?:研究开发|研发)(?:费用|投入|经费)[^，。；]{0,10}占',
    '近三年研发费用占收入的比例',
  ),
  share(
    'rd_ratio',
    '(?:研究开发|研发)(?:费用|投入|经费)(?:总额)?占[^，。；]{0,6}(?:收入|销售)',
    '研发费用占收入的比例',
    /近(?:两|二|三|2|3)(?:个会计)?年|近\d个会计年度/,
  ),
  share(
    'rd_staff_ratio',
    '(?:科技人员|研发人员|研究开发人员)[^，。；]{0,8}占[^，。；]{0,10}(?:职工|员工|人员)|科技人员的比例',
    '研发和科技人员占职工的比例',
  ),
  share('main_ratio', '主营业务收入占[^，。；]{0,6}(?:营业收入|收入总额)', '主营业务收入占比', /剔除|不征税/),
  share('debt_ratio', '资产负债率', '资产负债率的要求'),
  share('revenue_growth', '(?:营业|销售)收入[^，。；]{0,12}增长(?:率)?', '收入增长的要求'),
  share('key_hire_ratio', '新招用[^，。；]{0,24}职工(?:人)?(?:总)?数', '新招用重点群体占职工的比例'),
  share('dismissal_ratio', '裁员率', '裁员率的要求'),
  {
    why: '没有取得过的资质',
    says: /(?:未|没有)(?:被|曾)?(?:认定|评为|取得|获得)[^，。；]{0,6}(?:高新技术企业|科技型中小企业|专精特新)/,
    read: (_, text) => ({ fact: 'certificates', op: 'not_in', value: keysIn(text, CERTIFICATE_WORDS) }),
  },
  {
    why: '要求已有的资质',
    says: /(?:具有|取得|获得|通过|认定(?:为|的)?|评为|入选|遴选|持有|拥有|属于|是)[^，。；]{0,24}(?:高新技术企业|科技型中小企业|创新型中小企业|专精特新|小巨人|单项冠军|瞪羚|独角兽|技术先进型服务企业)|(?:有效期内的|已认定的)[^，。；]{0,4}(?:高新技术企业|科技型中小企业)/,
    read: (_, text) => {
      if (
        /(?:未|没有)(?:被|曾)?(?:认定|评为|取得|获得)|申请[^，。]{0,8}认定|享受相应|的?材料|高新技术企业认定(?!的)/.test(
          text,
        )
      )
        return undefined
      const value = keysIn(text, CERTIFICATE_WORDS)
      return value.length > 0 ? { fact: 'certificates', op: 'in', value } : undefined
    },
  },
  {
    why: '给中小（微）企业的',
    says: /(?<!专精特新[”"]|包括)(?<who>中小微企业|中小企业|小微企业|小型微型企业)/,
    read: ({ who }, text) => {
      if (
        /小微企业贷款|普惠型|中小企业(?:局|公共服务平台|划型)|小微企业借款人/.test(text) &&
        !/适用于/.test(text)
      )
        return undefined
      return {
        fact: 'size',
        op: 'in',
        value: who?.startsWith('小') ? ['micro', 'small'] : ['micro', 'small', 'medium'],
      }
    },
  },
  {
    why: '增值税纳税人类别',
    says: /(?<small>小规模纳税人)|增值税一般纳税人/,
    read: ({ small }) => ({ fact: 'taxpayer', op: 'eq', value: small ? 'small' : 'general' }),
  },
  {
    why: '纳税信用的要求',
    says: /纳税信用(?:等级|级别)?[^，。；]{0,8}(?<level>[ABM])\s*级/,
    read: ({ level }) => ({ fact: 'tax_credit', op: 'in', value: level === 'A' ? ['A'] : ['A', 'B'] }),
  },
  {
    why: '不在经营异常名录',
    says: /(?:未|没有|不)[^，。；]{0,14}经营异常名录/,
    read: () => ({ fact: 'abnormal', op: 'eq', value: false }),
  },
  {
    why: '没有事故、违法或者失信',
    says: /(?:无|未|没有)(?![^，。；]*违反《)[^，。；]{0,16}(?:违法|失信|安全事故|质量事故|环境违法|处罚记录|违规)/,
    read: () => ({ fact: 'violations', op: 'eq', value: false }),
  },
  {
    why: '发明专利的要求',
    says: new RegExp(
      `发明专利${BETWEEN}${LEAST}(?<count>\\d+|[一二两三四五])\\s*[件项](?:（含）)?以上|(?:拥有|具有)(?<more>\\d+|[一二两三四五])\\s*[件项]以上[^，。；]{0,8}发明专利`,
    ),
    read: ({ count, more }) => ({ fact: 'ip_invention', op: 'gte', value: readCount(count ?? more) }),
  },
  {
    why: '知识产权的要求',
    says: /知识产权[^，。；\d]{0,10}(?<count>\d+)\s*[件项]以上|(?<more>\d+)\s*[件项]以上[^，。；]{0,10}知识产权/,
    read: ({ count, more }) => ({ fact: 'ip_total', op: 'gte', value: readCount(count ?? more) }),
  },
  {
    why: '有进出口业务',
    says: /(?:有|从事|具有)[^，。；]{0,6}(?:进出口|外贸|出口)(?:业务|实绩)|外贸企业/,
    read: () => ({ fact: 'exporter', op: 'eq', value: true }),
  },
  {
    why: '招用这些人员的',
    says: /(?:招用|吸纳|聘用|招聘|接收)[^。；]{0,24}(?:毕业生|失业|脱贫|建档立卡|退役士兵|残疾人|见习)/,
    read: (_, text) => {
      const after = text.slice(text.search(/招用|吸纳|聘用|招聘|接收/))
      const value = keysIn(after, HIRED_WORDS)
      return value.length > 0 ? { fact: 'hired_groups', op: 'in', value } : undefined
    },
  },
  {
    why: '创办人的身份',
    says: /创办|创业|个体经营|符合以下条件之一|法定代表人|经营者|在校及毕业|军转干部|登记失业人员|港澳青年|返乡/,
    read: (_, text) => {
      if (/招用|吸纳/.test(text) || /\d+%|职业介绍|载体/.test(text)) return undefined
      const value = keysIn(text, FOUNDER_WORDS)
      return value.length > 0 ? { fact: 'founder_groups', op: 'in', value } : undefined
    },
  },
]
