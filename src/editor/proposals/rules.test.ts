/** Of every rule: something that it must find, and something that looks like it and is none. */
import { expect, test } from 'vitest'
import { isGroup, type Tree } from '../../lib/rules/eligibility/tree.ts'
import { validateRule } from '../../lib/rules/eligibility/validate-rule.ts'
import {
  acceptedChange,
  editableText,
  editedFinding,
  type Field,
  type Finding,
  standingValue,
} from './proposal.ts'
import { propose } from './propose.ts'
import { titleOfText } from './source-text.ts'

const REGISTER = new Map([
  ['财政部', '财政部'],
  ['税务总局', '国家税务总局'],
  ['国家税务总局', '国家税务总局'],
])
const register = { nameOf: (spelling: string) => REGISTER.get(spelling) }

function said(field: Field, text: string, title = '关于支持企业的通知') {
  return propose(title, text, register).flatMap((proposal) =>
    proposal.field === field ? [proposal.value] : [],
  )
}

const SIGNED = '\n\n东莞市科学技术局\n\n2017年6月21日'

test('every proposal points at its sentence', () => {
  const text = `各镇街：\n\n一、对小微企业，给予最高50万元补助。\n\n二、申报时间：2017年7月1日至2017年8月15日。${SIGNED}`
  const proposals = propose('东莞市关于支持小微企业的通知', text, register)
  expect(proposals.length).toBeGreaterThan(6)
  for (const { sentence, start, end, inTitle, why } of proposals) {
    expect(inTitle ? '东莞市关于支持小微企业的通知' : text.slice(start, end)).toBe(sentence)
    expect(why).not.toBe('')
  }
})

test('an empty text and one of marks alone propose nothing', () => {
  expect(propose('', '', register)).toEqual([])
  expect(propose('通知', '# \n\n---\n\n。。；；\n\n| | |\n', register)).toEqual([])
})

test.each([
  ['alone on its line', '京政办发〔2020〕7号\n\n各区人民政府：', ['京政办发〔2020〕7号']],
  ['in other brackets and with blanks', '东府办[ 2015 ] 9 号\n\n各镇：', ['东府办〔2015〕9号']],
  ['between title and text', '关于若干措施 发改价格〔2020〕258号 各省：', ['发改价格〔2020〕258号']],
  [
    'of the order that publishes',
    '（2021年7月30日 国家市场监督管理总局令第45号公布　2021年9月1日 施行）',
    ['国家市场监督管理总局令第45号'],
  ],
  [
    'cited in brackets: another',
    '属于《国家重点支持的高新技术领域》（国科发火〔2016〕32号）规定的范围。',
    [],
  ],
  ['the ground of a notice: another', '根据国科发火〔2016〕32号 的规定，现通知如下：', []],
  [
    'an order that is ended: another',
    '第十九条 2014年8月19日国家工商行政管理总局令第71号公布的《规定》同时废止。',
    [],
  ],
])('number %s', (_, text, expected) => {
  expect(said('number', text)).toEqual(expected)
})

test('a number in the title', () => {
  expect(said('number', '正文。', '财政部 税务总局公告2023年第12号')).toEqual([
    '财政部 税务总局公告2023年第12号',
  ])
})

test.each([
  ['above the day', `正文。${SIGNED}`, '关于申报的通知', [['东莞市科学技术局']]],
  [
    'of a joint document, by registered names',
    '正文。\n\n财政部　税务总局\n\n2014年8月1日',
    '关于免征的公告',
    [['财政部', '国家税务总局']],
  ],
  ['title and signature agree', `正文。${SIGNED}`, '东莞市科学技术局关于申报的通知', [['东莞市科学技术局']]],
  [
    'title and signature differ: two',
    `正文。${SIGNED}`,
    '东莞市财政局关于申报的通知',
    [['东莞市科学技术局'], ['东莞市财政局']],
  ],
  [
    'who passed a law',
    '（2019年8月26日 第十三届全国人民代表大会常务委员会第十二次会议通过）',
    '资源税法',
    [['全国人民代表大会常务委员会']],
  ],
  [
    'who is only spoken of',
    '由东莞市科学技术局负责解释。\n\n联系人：王某 2017年6月21日',
    '关于申报的通知',
    [],
  ],
])('issuers %s', (_, text, title, expected) => {
  expect(said('issuers', text, title)).toEqual(expected)
})

test.each([
  ['made', `正文。${SIGNED}`, ['2017-06-21']],
  ['made', '劳动部　一九九四年十二月六日', ['1994-12-06']],
  ['made', '（1999年3月26日 河南省第九届人民代表大会常务委员会第八次会议通过）', ['1999-03-26']],
  ['made', '会议于2017年6月21日召开，各地要落实。', []],
  ['made', '正文。\n\n东莞市科学技术局\n\n2017年2月30日', []],
  ['published', '东莞市科学技术局办公室\n\n2023年8月9日印发', ['2023-08-09']],
  ['published', '1993年12月25日国务院发布的《资源税暂行条例》同时废止。', []],
  ['effective', '第二十条 本规定自一九九五年一月一日起执行。', ['1995-01-01']],
  ['effective', `本通知自印发之日起施行。${SIGNED}`, ['2017-06-21']],
  ['effective', '《旧办法》自2014年1月1日起停止执行。', []],
] as const)('%s of %s', (field, text, expected) => {
  expect(said(field, text)).toEqual(expected)
})

test.each([
  [
    '自2014年1月1日至2016年12月31日，对小型微利企业减半征收。',
    [{ kind: '全年可享', opens: '2014-01-01', closes: '2016-12-31' }],
  ],
  [
    '本办法自2023年9月8日起施行，有效期3年。',
    [{ kind: '全年可享', opens: '2023-09-08', closes: '2026-09-07' }],
  ],
  [
    '## 申报时间\n\n申报时间为2017年7月10日～8月10日17:00。',
    [{ kind: '申报期', opens: '2017-07-10', closes: '2017-08-10' }],
  ],
  [`受理申报材料截止时间为7月21日。${SIGNED}`, [{ kind: '申报期', closes: '2017-07-21' }]],
  ['该项目常年受理申报。', [{ kind: '常年受理' }]],
  ['到2025年12月31日，力争企业达到1000家，申报数量翻番。', []],
  ['各市科技部门审核汇总后于2017年9月15日前报送。', []],
  ['经认定的产品证书有效期至2018年12月31日。', []],
])('window of %s', (text, expected) => {
  expect(said('window', text)).toEqual(expected)
})

test.each([
  ['给予每家最高不超过20万元的研发费用补助。', [{ lead: '最高', max: 200000, unit: '元', per: '家' }]],
  [
    '分别给予每家80万元、30万元一次性支持。',
    [
      { max: 800000, unit: '元', per: '家' },
      { max: 300000, unit: '元', per: '家' },
    ],
  ],
  ['给予每人每月3000元实习补贴。', [{ max: 3000, unit: '元', per: '人·月' }]],
  ['按每人每天100元给予补助。', [{ max: 100, unit: '元', per: '人·天' }]],
  ['按照每个子女每月1000元的标准定额扣除。', [{ max: 1000, unit: '元', per: '月' }]],
  ['给予5万元至10万元的奖励。', [{ min: 50000, max: 100000, unit: '元' }]],
  ['减征百分之二十资源税。', [{ max: 20, unit: '%' }]],
  ['按１．５亿元的５０％给予补助。', expect.arrayContaining([{ max: 50, unit: '%' }])],
  ['三项社会保险单位缴费部分可减半征收。', [{ max: 50, unit: '%' }]],
  ['年营业收入达到5000万元以上。', []],
  ['研发费用占比不低于3%。', []],
  ['到2025年产值力争达到100亿元，增长20%。', []],
  ['每年安排最高100万元经费支持中心建设。', []],
  ['处以5万元以上10万元以下罚款。', []],
])('amounts of %s', (text, expected) => {
  expect(said('amount', text)).toEqual(expected)
})

const LISTED = '## 二、申报条件\n\n'

test.each([
  ['（一）企业注册成立一年以上', [{ fact: 'age_years', op: 'gte', value: 1 }]],
  [
    '（一）在东莞市内注册，具有独立法人资格',
    [
      { fact: 'region', op: 'within', value: '441900' },
      { fact: 'kind', op: 'eq', value: 'company' },
    ],
  ],
  ['（一）从业人数不超过300人', [{ fact: 'employees', op: 'lte', value: 300 }]],
  ['（一）上年度营业收入5000万元以上', [{ fact: 'revenue', op: 'gte', value: 50_000_000 }]],
  ['（一）年应纳税所得额低于10万元（含10万元）', [{ fact: 'taxable_income', op: 'lte', value: 100_000 }]],
  ['（一）近三年研发费用总额占销售收入总额的比例不低于3%', [{ fact: 'rd_ratio_3y', op: 'gte', value: 3 }]],
  ['（一）科技人员占企业当年职工总数的比例不低于6%', [{ fact: 'rd_staff_ratio', op: 'gte', value: 6 }]],
  ['（一）资产负债率不高于80%', [{ fact: 'debt_ratio', op: 'lte', value: 80 }]],
  ['（一）具有高新技术企业证书', [{ fact: 'certificates', op: 'in', value: ['high_tech'] }]],
  ['（一）无严重违法失信记录', [{ fact: 'violations', op: 'eq', value: false }]],
  ['（一）未被列入经营异常名录', [{ fact: 'abnormal', op: 'eq', value: false }]],
  ['（一）拥有发明专利2件以上', [{ fact: 'ip_invention', op: 'gte', value: 2 }]],
  ['（一）纳税信用级别为A级', [{ fact: 'tax_credit', op: 'in', value: ['A'] }]],
  ['（一）为增值税小规模纳税人', [{ fact: 'taxpayer', op: 'eq', value: 'small' }]],
  ['（一）企业已建立研发准备金制度', [{ ask: '企业已建立研发准备金制度', key: 'ask_1' }]],
])('condition %s', (text, expected) => {
  const gist = text.replace('（一）', '')
  expect(said('condition', LISTED + text)).toEqual(
    expected.map((condition) => ({ ...condition, clause: { article: '第二条（一）', gist } })),
  )
})

test.each([
  ['the papers', '## 二、申报材料\n\n1、营业执照复印件，加盖公章；'],
  ['what authorities do', `${LISTED}各镇街科技主管部门审核后汇总报送。`],
  ['what nobody has a right to', '对受影响的企业，可引导企业与职工协商，给予支持。'],
  ['a tier of a sum', '对机构给予补助。100人（含）以上的，补助4.5万元；'],
  ['duties in a text that gives nothing', '用人单位必须书面记录支付劳动者工资的数额。'],
  ['the measure of another document', '《常平镇管理办法》对新获得认定的企业，给予3万元资助。'],
  ['a goal', '到2025年，高新技术企业达到5000家。'],
  [
    'two years, which the questionnaire does not ask for',
    '近2个会计年度的研究开发费用总额占销售收入总额的比例为3%。',
  ],
])('%s are no conditions', (_, text) => {
  expect(said('condition', text, '规定')).toEqual([])
})

test.each([
  ['must not be', '产品不得含有以下内容：侵权的；', '含有病毒的；'],
  ['explains it', '有具体经营项目；', '投入按付款时间算，之前的不算；'],
])('what an item says after its first sentence and %s is no condition', (_, first, second) => {
  expect(said('condition', `${LISTED}（一）${first}${second}`)).toHaveLength(1)
})

test('all conditions of a text make a tree that the site accepts', () => {
  const text = `${LISTED}（一）在东莞市内注册，成立满一年，从业人数不超过300人，营业收入5000万元以上；\n\n（二）研发费用占营业收入的比例不低于3%，具有高新技术企业证书；\n\n（三）企业已建立研发准备金制度。`
  const parts = said('condition', text) as Tree[]
  expect(parts.length).toBeGreaterThanOrEqual(6)
  expect(parts.some(isGroup)).toBe(false)
  expect(validateRule({ all: parts })).toEqual([])
})

test.each([
  ['region', '正文。', '三明市人民政府关于支持企业的通知', ['350400']],
  ['region', `正文。${SIGNED}`, '关于申报的通知', ['441900']],
  ['region', '各省、自治区、直辖市财政厅（局）：', '关于优惠政策的通知', ['000000']],
  ['region', '企业要抓好生产。', '关于生产的通知', []],
  ['kind', `正文。${SIGNED}`, '关于组织申报2017年项目的通知', ['申报通知']],
  ['kind', `正文。${SIGNED}`, '关于支持企业的通知', ['地方文件']],
  ['kind', '财政部　税务总局\n\n2014年8月1日', '关于免征的公告', ['部门文件']],
  ['kind', '企业要抓好生产。', '抓好生产', []],
  ['theme', '正文。', '关于专利促进项目的通知', ['知识产权']],
  ['theme', '企业提到一次专利。', '抓好生产', []],
  ['group', '正文。', '关于小微企业的通知', ['小微企业']],
  ['group', '学习退役士兵的精神。', '抓好生产', []],
  ['hotline', '联系电话：010-64521235', '通知', ['010-64521235']],
  ['hotline', '开户行帐 号：3602028509002876118', '通知', []],
  ['hotline', '咨询电话：189********', '通知', []],
  ['attachment', '附件：1.申请审批表\n\n2.人员名单', '通知', [{ name: '申请审批表' }, { name: '人员名单' }]],
  [
    'attachment',
    '附件：1.[申请审批表.docx](https://kj.gov.cn/a.docx)\n\n正文\n\n[附件2：名单](https://kj.gov.cn/b.pdf)、[首页](https://kj.gov.cn/)',
    '通知',
    [
      { name: '申请审批表', url: 'https://kj.gov.cn/a.docx' },
      { name: '名单', url: 'https://kj.gov.cn/b.pdf' },
    ],
  ],
  ['attachment', '填写申请表（附件1）。', '通知', []],
  [
    'material',
    '## 申报材料\n\n1、营业执照；\n\n2、《申请表》（加盖公章）。',
    '通知',
    [{ name: '营业执照' }, { name: '《申请表》', note: '加盖公章' }],
  ],
  ['material', '请准备好材料。\n\n1、登录系统；', '通知', []],
  [
    'step',
    '## 申报程序\n\n（一）注册。企业在平台注册。',
    '通知',
    [{ title: '注册', text: '企业在平台注册' }],
  ],
  ['step', '## 申报条件\n\n（一）注册。企业在平台注册。', '通知', []],
] as const)('%s of %s under %s', (field, text, title, expected) => {
  expect(said(field, text, title)).toEqual(expected)
})

const WINDOW: Finding = { field: 'window', value: { kind: '申报期', closes: '2026-08-15' } }
const REVENUE: Finding = { field: 'condition', value: { fact: 'revenue', op: 'gte', value: 5_000_000 } }
const ASK: Finding = { field: 'condition', value: { ask: '有研发准备金制度', key: '1.a' } }

test.each<[string, Finding, unknown, unknown]>([
  ['an empty field', WINDOW, {}, { path: ['window'], value: WINDOW.value }],
  [
    'a list',
    { field: 'theme', value: '科技创新' },
    { themes: ['税费减免'] },
    { path: ['themes'], value: ['税费减免', '科技创新'] },
  ],
  [
    'a list that has it',
    { field: 'theme', value: '科技创新' },
    { themes: ['科技创新'] },
    { path: ['themes'], value: ['科技创新'] },
  ],
  [
    'whom it is for',
    { field: 'group', value: '小微企业' },
    { who: '个体工商户' },
    { path: ['who'], value: '个体工商户、小微企业' },
  ],
  ['no tree yet', REVENUE, {}, { path: ['eligibility'], value: { all: [REVENUE.value] } }],
  [
    'a tree of alternatives',
    REVENUE,
    { eligibility: { any: [ASK.value] } },
    { path: ['eligibility'], value: { all: [{ any: [ASK.value] }, REVENUE.value] } },
  ],
  [
    'a tree with such a question',
    ASK,
    { eligibility: { all: [{ ask: '一', key: 'ask_1' }] } },
    {
      path: ['eligibility'],
      value: {
        all: [
          { ask: '一', key: 'ask_1' },
          { ask: '有研发准备金制度', key: 'ask_2' },
        ],
      },
    },
  ],
])('accepting into %s', (_, finding, data, expected) => {
  expect(acceptedChange(finding, data)).toEqual(expected)
})

test('what a draft says otherwise is shown; nothing where accepting only adds', () => {
  const number: Finding = { field: 'number', value: '甲〔2026〕1号' }
  expect(standingValue(number, { number: '甲〔2025〕9号' })).toBe('甲〔2025〕9号')
  expect(standingValue(number, { number: '甲〔2026〕1号' })).toBeUndefined()
  expect(standingValue(number, {})).toBeUndefined()
  expect(standingValue({ field: 'theme', value: '科技创新' }, { themes: ['税费减免'] })).toBeUndefined()
})

test('a value can be put right first, and what cannot be read is refused', () => {
  const fields: Finding[] = [
    WINDOW,
    REVENUE,
    ASK,
    { field: 'issuers', value: ['财政部', '民政部'] },
    { field: 'amount', value: { max: 5, unit: '%' } },
    { field: 'made', value: '2026-01-02' },
  ]
  for (const finding of fields) expect(editedFinding(finding, editableText(finding))).toEqual(finding)
  expect(editedFinding(WINDOW, '2026-07-01 至 2026-09-01')?.value).toEqual({
    kind: '申报期',
    opens: '2026-07-01',
    closes: '2026-09-01',
  })
  expect(editedFinding(REVENUE, '600万')).toBeUndefined()
  expect(editedFinding({ field: 'made', value: '2026-01-02' }, '去年')).toBeUndefined()
  expect(editedFinding(ASK, ' ')).toBeUndefined()
})

test.each([
  ['关于支持企业的通知\n\n各镇街：', '关于支持企业的通知'],
  ['云湖市工业和信息化局文件\n\n云经信〔2026〕21号\n\n关于组织申报的通知\n\n各县：', '关于组织申报的通知'],
  ['## **支持办法**\n\n第一条 甲。', '支持办法'],
  ['云湖市人民政府文件', '云湖市人民政府文件'],
  ['各镇街：\n\n关于支持企业的通知', undefined],
  ['', undefined],
])('the title of %j is %j', (text, title) => {
  expect(titleOfText(text)).toBe(title)
})
