/**
 * An invented small policy library: notices of six places about a dozen subjects, with the oddities of real exports, and
 * queries that should find them. With it the tests of import, build and search run everywhere.
 */
import type { LibraryQuery } from './search-files.ts'

interface Subject {
  name: string
  kind: '办法' | '条例' | '通知' | '指南'
  /** Its content, in sentences that no other subject has. */
  text: string
  /** The same in other words. */
  asked: string[]
}

const SUBJECTS: readonly Subject[] = [
  {
    name: '小微企业贷款贴息',
    kind: '办法',
    text: '对按期还本付息的小微企业，财政按实际支付利息的三成给予贴息，一家企业一年不超过二十万元。银行代为收取申请。',
    asked: ['小公司贷款利息补贴', '还完利息政府补多少'],
  },
  {
    name: '首台套装备保险补偿',
    kind: '办法',
    text: '首次推广应用的重大技术装备，投保质量保险和责任保险的，按保费的八成补偿，补偿期不超过三年。',
    asked: ['重大装备保费谁来补', '新装备投保有没有补偿'],
  },
  {
    name: '专利转化运用促进',
    kind: '条例',
    text: '鼓励高校和科研机构许可他人实施专利。许可费用可以入股，也可以先使用后付费。职务发明人分享收益。',
    asked: ['高校专利先用后付', '发明人怎么分专利收益'],
  },
  {
    name: '绿色工厂创建',
    kind: '指南',
    text: '申报企业应当用地集约、原料无害、生产洁净、废物回收、能源低碳，并提交第三方的评价报告和近一年的能耗账册。',
    asked: ['评上绿色工厂要什么材料', '低碳生产的工厂怎么申报'],
  },
  {
    name: '稳岗返还',
    kind: '通知',
    text: '不裁员或者少裁员的参保单位，可以按上一年度缴纳失业保险费的一定比例获得返还，资金直接拨付到对公账户。',
    asked: ['没有裁员可以退失业保险吗', '失业保险费返还'],
  },
  {
    name: '见习基地补助',
    kind: '通知',
    text: '接收离校两年内高校毕业生见习的单位，按人数和月数领取补助；留用率达到一半的，补助标准提高。',
    asked: ['招毕业生来见习有补助吗', '见习生留用补助提高多少'],
  },
  {
    name: '跨境电商海外仓扶持',
    kind: '办法',
    text: '在境外租赁或者自建仓库、面积不少于两千平方米的外贸企业，按租金的两成扶持，所在国别不限。',
    asked: ['国外租仓库补租金', '外贸企业建海外仓库'],
  },
  {
    name: '数据知识产权登记',
    kind: '指南',
    text: '依法取得、经过加工、具有商业价值的数据集合可以申请登记。登记证书可以用于质押、许可和诉讼举证。',
    asked: ['数据集合能不能拿证书质押', '数据怎么登记'],
  },
  {
    name: '老字号保护发展',
    kind: '条例',
    text: '存续五十年以上、世代传承的品牌可以申请认定为老字号。擅自使用其字号招徕顾客的，责令改正。',
    asked: ['五十年的老品牌怎么认定', '别人冒用老字号怎么办'],
  },
  {
    name: '孵化器绩效评价',
    kind: '办法',
    text: '每年对孵化器的在孵企业数量、毕业企业数量、融资额和带动就业评分，优秀等次奖励一百万元，不合格的限期整改。',
    asked: ['孵化器评优秀奖多少钱', '在孵企业数量考核'],
  },
  {
    name: '工伤预防培训',
    kind: '通知',
    text: '矿山、建筑和危险化学品行业的班组长应当参加工伤预防培训，费用由工伤保险基金列支，结业发给证书。',
    asked: ['班组长安全培训费用谁出', '危化品行业工伤培训'],
  },
  {
    name: '农产品冷链物流',
    kind: '指南',
    text: '产地预冷、冷藏运输、销地冷库三个环节可以合并申报，购置冷藏车辆的凭行驶证和发票申请补贴。',
    asked: ['买冷藏车有补贴吗', '产地预冷冷库合并申报'],
  },
]

const PLACES = [
  { name: '浙江省杭州市', region: '浙江省杭州市', body: '杭州市人民政府办公厅', mark: '杭示' },
  { name: '广东省', region: '广东省', body: '广东省人民政府', mark: '粤示' },
  { name: '重庆市', region: '重庆市', body: '重庆市经济和信息化委员会', mark: '渝示' },
  { name: '山东省青岛市', region: '山东省青岛市', body: '青岛市财政局', mark: '青示' },
  { name: '四川省成都市', region: '四川省成都市', body: '成都市科学技术局', mark: '成示' },
  { name: '江苏省', region: '江苏省', body: '江苏省商务厅', mark: '苏示' },
]
const CATEGORIES = { 办法: '地方文件', 条例: '地方性法规', 通知: '申报通知', 指南: '办事指南' }

interface SampleDocument {
  id: string
  title: string
  doc_number: string | null
  subject: Subject
}

const documents: SampleDocument[] = []
const rows = PLACES.flatMap((place, placeNumber) =>
  SUBJECTS.map((subject, number) => {
    const serial = placeNumber * SUBJECTS.length + number
    const document = {
      id: `s${String(serial).padStart(4, '0')}`,
      title: `${place.name}${subject.name}${subject.kind}`,
      // Half of them have one.
      doc_number: serial % 2 === 0 ? `${place.mark}发〔2026〕${serial + 10}号` : null,
      subject,
    }
    documents.push(document)
    return {
      ...document,
      subject: undefined,
      issuer: serial % 5 === 0 ? `${place.body}、示例局` : place.body,
      date: serial % 7 === 0 ? null : `2026-0${1 + (serial % 9)}-1${serial % 9}`,
      // One in ten is news, or explains another.
      category: ['新闻', '政策解读'][serial % 20] ?? CATEGORIES[subject.kind],
      region: serial % 11 === 0 ? '全国' : place.region,
      source_url: null,
      body_markdown: bodyOf(subject, place.name, serial),
    }
  }),
)

/** Includes the oddities of exports: title marks, full-width figures, tables, headings, cut lines. */
function bodyOf({ name, text }: Subject, place: string, serial: number): string {
  return [
    `第一条 为了做好${place}的${name}工作，制定本文件。`,
    `第二条 ${text}`,
    '## 申请和办理',
    `第三条 申请人通过网上平台提交材料，受理机关自收到之日起${serial % 3 === 0 ? '１５' : '20'}个工作日内答复。\n　　逾期未答复的，` +
      '可以向上一级机关反映。',
    ...(serial % 4 === 0 ? ['| 环节 | 时限 |\n|---|---|\n| 受理 | 5日 |\n| 审核 | 10～15日 |'] : []),
    ...(serial % 6 === 0 ? ['第四条 本文件未规定的，依照<示例管理条例>办理。'] : []),
  ].join('\n\n')
}

export const SAMPLE_LIBRARY = rows.map((row) => JSON.stringify(row)).join('\n')

export const SAMPLE_QUERIES: readonly LibraryQuery[] = [
  ...documents.map(({ id, title }) => asking('title', title, [id])),
  ...documents.flatMap(({ id, doc_number }) => (doc_number ? [asking('number', doc_number, [id])] : [])),
  ...SUBJECTS.flatMap((subject) => {
    const ids = documents.flatMap((document) => (document.subject === subject ? document.id : []))
    return [
      asking('term', subject.name, ids, ids.length),
      ...subject.asked.map((query) => asking('paraphrase', query, ids)),
    ]
  }),
]

function asking(kind: LibraryQuery['kind'], query: string, ids: string[], enough = 1): LibraryQuery {
  return { kind, query, relevant_ids: ids, min_hits_top10: enough }
}
