/** What a document is about and for whom, and what it lists: papers, steps, annexes, a telephone. */
import type { THEMES } from '../../lib/content/schema/fields.ts'
import { type Proposal, resting } from './proposal.ts'
import { plain, type Sentence, type SourceText } from './source-text.ts'

export function lists(source: SourceText): Proposal[] {
  return [
    ...themesOf(source),
    ...groups(source),
    ...papers(source),
    ...steps(source),
    ...hotlines(source),
    ...attachments(source),
  ]
}

/** Names that documents use for whom they favour; the longer one before what it contains. */
const GROUPS =
  /小型微利企业|科技型中小企业|创新型中小企业|中小微企业|小微企业|中小企业|高新技术企业|专精特新(?:”|")?(?:中小)?企业|“?小巨人”?企业|规模以上工业企业|工业企业|制造业?企业|外贸企业|个体工商户|小规模纳税人|创业投资企业|软件企业|集成电路企业|科技服务机构|人力资源服务机构|农民专业合作社|初创(?:型)?企业|新能源汽车|高校毕业生|退役士兵|退役军人|就业困难人员|登记失业人员|返乡创业人员|残疾人|脱贫人口|港澳青年|留学回国人员/g

/** In the title, or twice where it says for whom something is; a name that is only mentioned is none. */
function groups(source: SourceText): Proposal[] {
  const counts = new Map<string, { count: number; first: Sentence }>()
  for (const sentence of source.sentences) {
    const favoured =
      /对|给予|补|奖|免|减|支持|条件|对象/.test(sentence.text) ||
      sentence.under.some((heading) => /条件|对象/.test(heading))
    if (!favoured) continue
    for (const [name] of sentence.text.matchAll(GROUPS)) {
      const known = counts.get(name)
      counts.set(name, { count: (known?.count ?? 0) + 1, first: known?.first ?? sentence })
    }
  }
  const titled = [...new Set(source.title.match(GROUPS) ?? [])]
  return [
    ...titled.map((value) => resting(source, { field: 'group', value }, '标题写明给谁')),
    ...[...counts]
      .filter(([name, { count }]) => count >= 2 && !titled.includes(name))
      .map(([value, { count, first }]) =>
        resting(first, { field: 'group', value }, `正文 ${count} 处写明给谁，这是第一处`),
      ),
  ]
}

const PAPERS =
  /(?:申报|申请|提交|提供|所需|证明|纸质|备案|附件材料|以下|下列)[^，。；]{0,16}(?:材料|资料)|材料[^，。；]{0,4}(?:清单|要求|包括)|附件包括/
const NO_PAPERS = /真实性|电子文件|时间|方式|要求如下的|评估申报说明/

/** The items of a list that a heading or a line with a colon calls papers; also those within one sentence. */
function papers(source: SourceText): Proposal[] {
  const listed = source.sentences.filter((sentence) => {
    const nearest = sentence.under.at(-1) ?? ''
    return (
      sentence.item && PAPERS.test(nearest) && !NO_PAPERS.test(nearest) && isFirstOfItem(source, sentence)
    )
  })
  const itemised = listed.flatMap((sentence) =>
    splitItems(sentence).map((text) =>
      resting(sentence, { field: 'material', value: paperOf(text) }, '列在申报材料里'),
    ),
  )
  const inline = source.sentences.flatMap((sentence) => {
    if (
      listed.some(({ line }) => line === sentence.line) ||
      !/(?:下列|以下)材料[^，。；]{0,20}[：:]\s*1\s*[.．、]|^\d\s*[.．、]/.test(sentence.text)
    )
      return []
    const opened = /(?:下列|以下)材料[^，。；]{0,20}[：:]/.exec(lineText(source, sentence))
    if (!opened || sentence.item) return []
    return [sentence.text.replace(/^.*?[：:]\s*(?=1\s*[.．、])/, '')].map((text) =>
      resting(sentence, { field: 'material', value: paperOf(plain(text)) }, '写在“下列材料”之后'),
    )
  })
  return [...itemised, ...inline]
}

function lineText({ lines }: SourceText, { line }: Sentence): string {
  return lines[line]?.text ?? ''
}

function isFirstOfItem({ sentences }: SourceText, sentence: Sentence): boolean {
  return sentences.find(({ line }) => line === sentence.line) === sentence
}

/** Where line breaks were lost: 3.…说明。 4．… are several items of one paragraph. */
function splitItems({ text }: Sentence): string[] {
  return text
    .split(/[\s　](?=\d{1,2}\s*[.．、](?!\d))/)
    .map(plain)
    .filter(Boolean)
}

const MAX_NAME = 80
const MAX_NOTE = 120

/** 《申请表》（在线填报，加盖公章） → name and note. */
function paperOf(text: string): { name: string; note?: string } {
  const [, name = text, note] = /^(.{2,60}?)[（(]([^）)]{2,})[）)]$/.exec(text) ?? []
  if (name.length <= MAX_NAME) return { name, ...(note && { note: note.slice(0, MAX_NOTE) }) }
  const at = name.search(/[：:，]/)
  return at > 3 && at <= MAX_NAME
    ? { name: name.slice(0, at), note: name.slice(at + 1, at + 1 + MAX_NOTE) }
    : { name: `${name.slice(0, MAX_NAME - 1)}…` }
}

const STEPS = /(?:申报|办理|申请|认定|审批|工作)(?:程序|流程|步骤)|^.{0,4}(?:程序|流程|申报与审核)$/

function steps(source: SourceText): Proposal[] {
  return source.sentences.flatMap((sentence) => {
    const nearest = sentence.under.some((heading) => STEPS.test(heading))
    if (
      !nearest ||
      !sentence.item ||
      !isFirstOfItem(source, sentence) ||
      sentence.under.some((heading) => PAPERS.test(heading))
    )
      return []
    const written = plain(lineText(source, sentence))
    const [, title = '', text = ''] = /^([^，。；：:]{2,14})[。：:]\s*(.+)$/.exec(written) ?? []
    const named = title !== ''
    return [
      resting(
        sentence,
        {
          field: 'step',
          value: {
            title: (named ? title : (written.split(/[，。；]/)[0] ?? written)).slice(0, 30),
            text: (named ? text : written).slice(0, 200),
          },
        },
        '列在程序或者流程里',
      ),
    ]
  })
}

const PHONE = /(?<![\d*])(?:0\d{2,3}[-—－\s]?\d{7,8}|1\d{4,5}(?!\d)|[2-9]\d{6,7})(?![\d*])/
const CALLED = /(?:咨询|联系|服务|业务|投诉|热线|平台)?(?:电话|热线|号码)[^\d*]{0,8}/

/** The first number that is called 电话 or 热线. */
function hotlines({ sentences }: SourceText): Proposal[] {
  for (const sentence of sentences) {
    const called = CALLED.exec(sentence.text)
    if (!called || /传真|帐\s*号/.test(sentence.text)) continue
    const value = PHONE.exec(sentence.text.slice(called.index))?.[0]
    if (value) return [resting(sentence, { field: 'hotline', value }, '写明是电话')]
  }
  return []
}

const LINK = /\[(?<name>[^\]]+)\]\((?<url>https?:\/\/[^)\s]+)\)/
const FILE = /\.(?:docx?|xlsx?|pptx?|pdf|zip|rar|wps|et|ofd)(?:[?#]|$)/i

/** 附件：1.… 2.… at the end (GB/T 9704, 7.3.4), and links to files; with the address where the text has one. */
function attachments({ lines, sentences }: SourceText): Proposal[] {
  const at = lines.findIndex(({ text }) => /^附件\s*[：:]/.test(text))
  const after = lines.findIndex(({ text }, index) => index > at && !/^(?:\[?\d{1,2}\s*[.．、]|\[)/.test(text))
  const end = after < 0 ? lines.length : after
  return lines.flatMap(({ text }, index) => {
    const listed = at >= 0 && index >= at && index < end
    const { name = text, url = '' } = LINK.exec(text)?.groups ?? {}
    const sentence = sentences.find(({ line }) => line === index)
    const words = plain(name.replace(/^附件\s*\d*\s*[：:]\s*/, '')).replace(FILE, '')
    if (!sentence || words === '' || !(listed || FILE.test(url))) return []
    const value = { name: words.slice(0, 120), ...(url && { url }) }
    return [resting(sentence, { field: 'attachment', value }, listed ? '写在“附件”之后' : '链接到文件')]
  })
}

/** Words that tell a theme; a title with one is enough, a text needs several places. */
const THEME_WORDS: Record<(typeof THEMES)[number], RegExp> = {
  税费减免:
    /税|免征|减征|减半征收|减免[^，。]{0,6}费|加计扣除|行政事业性收费|降低[^，。]{0,6}(?:用电|用水|用气)成本|电价/g,
  科技创新: /研发|研究开发|科技(?!金融)|高新技术|技术创新|自主创新/g,
  融资信贷: /贷款|融资|贴息|信贷|担保费|再贷款/g,
  就业人才: /就业|毕业生|人才|招用|职业介绍|职业技能/g,
  创业扶持: /创业|初创|孵化/g,
  资质认定: /认定|评估申报|入库|专精特新|小巨人/g,
  知识产权: /专利|知识产权|著作权|商标|版权/g,
  社保用工: /社会保险|失业保险|社保|养老保险|稳岗|工资支付|用工/g,
  数字化转型: /数字化|智能制造|自动化|智能化|上云|信息化改造/g,
  绿色低碳: /节能|低碳|碳排放|绿色(?!通道)|环境污染|新能源|环保改造/g,
  市场开拓: /外贸|出口(?!许可)|展会|开拓市场|市场开拓|参展/g,
  营商环境: /营商环境|行政执法|行政处罚|市场主体|政务服务|信用监管/g,
}

function themesOf(source: SourceText): Proposal[] {
  const ranked = Object.entries(THEME_WORDS).flatMap(([theme, words]) => {
    const inTitle = source.title.match(words)?.length ?? 0
    const first = source.sentences.find(({ text }) => text.search(words) >= 0)
    const count = source.markdown.match(words)?.length ?? 0
    return first || inTitle ? [{ theme: theme as (typeof THEMES)[number], inTitle, first, count }] : []
  })
  const most = Math.max(0, ...ranked.map(({ count }) => count))
  return ranked
    .filter(({ inTitle, count }) => inTitle > 0 || (count >= 4 && count >= most / 2))
    .sort((a, b) => b.inTitle - a.inTitle || b.count - a.count)
    .slice(0, 3)
    .map(({ theme, inTitle, first, count }) =>
      resting(
        inTitle > 0 || !first ? source : first,
        { field: 'theme', value: theme },
        inTitle > 0 ? '标题说的是这个主题' : `正文 ${count} 处说到这个主题，这是第一处`,
      ),
    )
}
