/** Templates of new content files. Each builds unchanged, as a draft, and with every `# field:` uncommented. */

import {
  CLAIM_WAYS,
  type CollectionName,
  ORIGINAL_KINDS,
  SUPPORT_KINDS,
  WINDOW_KINDS,
} from './schema/documents.ts'
import { THEMES } from './schema/fields.ts'

const HEAD = `---
id: {id}
title: 在这里写标题
region: "000000"
# 主题：${THEMES.join('、')}
themes: []
draft: true
`

const NAMING = `# 名称（标题在“：”之前不超过 14 个汉字的不用写）和对企业有什么用
# short: 名称，最多 14 个汉字
# gist: 名称下面的一句话，最多 32 个汉字
`

const ORIGIN = `# source: { name: 来源, url: https://www.gov.cn/ }
# checked: { date: 2026-01-01, against: 来源网页 }
`

const TEMPLATES: Record<CollectionName, string> = {
  originals: `${HEAD}${NAMING}# 文件类型：${ORIGINAL_KINDS.join('、')}
kind: 部门文件
issuers: []
# number: 国科发火〔2016〕32号
# made: 2026-01-01
# published: 2026-01-01
# effective: 2026-01-01
# attachments: [{ name: 申请表.docx, url: https://www.gov.cn/a.docx }]
${ORIGIN}---

第一条 在这里写正文。
`,
  interpretations: `${HEAD}${NAMING}# policy: 1
# gain: 一句话说清得到什么
# 数值由 25% 降到 15% 的写 amount: { lead: 税率, from: 25, max: 15, unit: "%" }
# amount: { lead: 最高, max: 500000, unit: 元 }
# 支持方式：${SUPPORT_KINDS.join('、')}
# support: 奖补
# 申领方式：${CLAIM_WAYS.join('、')}
# claim: 申报
# who: 哪些企业
# 期限：${WINDOW_KINDS.join('、')}
# window: { kind: 申报期, opens: 2026-01-01, closes: 2026-12-31 }
# conditions: [{ text: 一个条件, clause: 第二条 }]
# 可以判断的条件（docs/write-a-rule.md），样本企业写在同名的 .golden.yaml 里；没有金额公式（docs/write-a-benefit.md）的说明原因
# eligibility: { all: [{ fact: kind, op: in, value: [company], clause: { article: 第二条, gist: 是公司 } }] }
# unpriced: 金额由主管部门核定
# materials: [{ name: 营业执照, note: 复印件 }]
# steps: [{ title: 网上申请, text: 在哪里、填什么 }]
# questions: [{ q: 一个问题, a: 回答 }]
# hotline: "12345"
# official: { name: 官方网站, url: https://www.gov.cn/ }
${ORIGIN}---

## 这是什么

在这里写正文。
`,
  news: `${HEAD}${NAMING}# summary: 一两句话
# published: 2026-01-01
policies: []
${ORIGIN}---

在这里写正文。
`,
  providers: `${HEAD}category: 1
intro: 一句话说明能办什么
services:
  - { name: 服务名称, text: 做什么、怎么做, terms: 怎么收费 }
cases: []
contact: { phone: 400-000-0000 }
---
`,
  funds: `${HEAD}kind: 引导基金
stage: 成长期
intro: 一句话说明投向
manager: 基金管理人
ticket: { min: 1000000, max: 5000000, unit: 元 }
focus: [先进制造]
who: [哪些企业可以申请]
contact: { phone: 400-000-0000 }
---
`,
  loans: `${HEAD}lender: 贷款机构
security: 信用
needs: [日常经营]
intro: 一句话说明给谁、用来做什么
amount: { min: 100000, max: 1000000, unit: 元 }
rate: { min: 3.5, max: 5 }
months: { min: 6, max: 36 }
methods: [annuity]
who: [哪些企业可以申请]
materials: [{ name: 营业执照, registeredOnly: true }]
fees: 利息以外的费用
source: { name: 来源, url: "https://example.com" }
---
`,
}

export function newDocument(collection: CollectionName, id: number): string {
  return TEMPLATES[collection].replace('{id}', String(id))
}
