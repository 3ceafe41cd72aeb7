/** What a new content file starts with. Each builds as it stands, as a draft. */
import type { CollectionName } from '../../src/lib/content/schema.ts'

const HEAD = `---
id: {id}
title: 在这里写标题
region: "000000"
themes: []
draft: true
`

export const TEMPLATES: Record<CollectionName, string> = {
  originals: `${HEAD}kind: 部门文件
issuers: []
# number: 国科发火〔2016〕32号
# made: 2026-01-01
# published: 2026-01-01
# source: { name: 来源, url: https:// }
---

第一条 在这里写正文。
`,
  interpretations: `${HEAD}# policy: 1
# gain: 一句话说清得到什么
# amount: { lead: 最高, max: 500000, unit: 元 }
# support: 奖补
# claim: 申报
# window: { opens: 2026-01-01, closes: 2026-12-31 }
conditions: []
materials: []
steps: []
questions: []
---

## 这是什么

在这里写正文。
`,
  news: `${HEAD}# summary: 一两句话
# published: 2026-01-01
policies: []
---

在这里写正文。
`,
}
