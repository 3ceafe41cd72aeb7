import { useStore } from '@nanostores/react'
import { Descriptions, type TableColumnsType } from 'antd'
import { useEffect } from 'react'
import type { AnswerOf } from '../../../lib/contract/call.ts'
import type { getCompanyProfile, listCompanyPolicies } from '../../../lib/contract/operator/company.ts'
import type { listSubmittedOrders } from '../../../lib/contract/operator/order.ts'
import { answerWords } from '../../../lib/rules/eligibility/condition-words.ts'
import { FACT_KEYS, factOf } from '../../../lib/rules/eligibility/facts.ts'
import { SIZES } from '../../../lib/rules/eligibility/options.ts'
import { KIND_NAMES } from '../../../lib/rules/orders/order-states.ts'
import { chinaDay } from '../../../lib/rules/time/china-day.ts'
import { formatMoment } from '../../../lib/rules/time/dates.ts'
import { $pickLists, loadPickList } from '../../../lib/stores/match/pick.ts'
import { companyOrders, companyPolicies, packages } from '../../../lib/stores/operator/lists.ts'
import { companyProfile } from '../../../lib/stores/operator/value.ts'
import { StateMark } from '../../parts/order/StateMark.tsx'
import { WindowState } from '../../parts/verdict/PolicyHead.tsx'
import { VerdictMark } from '../../parts/verdict/VerdictMark.tsx'
import { OwnedTable, PartState } from '../ListTable.tsx'

export function companyTabs(id: number, columns = 1) {
  return [
    { key: 'profile', label: '档案', children: <CompanyProfile id={id} columns={columns} /> },
    {
      key: 'orders',
      label: '订单',
      children: (
        <OwnedTable
          key={id}
          label="订单"
          list={companyOrders}
          owner={id}
          columns={ORDER_COLUMNS}
          subject="orders"
          empty="未提交过申请"
          isNarrow
        />
      ),
    },
    {
      key: 'policies',
      label: '匹配政策',
      children: (
        <OwnedTable
          key={id}
          label="匹配政策"
          list={companyPolicies}
          owner={id}
          columns={POLICY_COLUMNS}
          subject="policies"
          empty="没有匹配的政策"
          isNarrow
        />
      ),
    },
  ]
}

type Profile = AnswerOf<typeof getCompanyProfile>['data']

function CompanyProfile({ id, columns }: { id: number; columns: number }) {
  const state = useStore(companyProfile.$state)
  useEffect(() => {
    companyProfile.load(id)
    loadPickList('region')
    loadPickList('industry')
  }, [id])
  if (state.status !== 'ready' || state.value.company.id !== id) {
    return <PartState state={state} onRetry={() => companyProfile.load(id)} />
  }
  return <Facts {...state.value} columns={columns} />
}

/** The company's answers come first, then its contacts, then the facts of the portal; empty ones are only counted. */
function Facts({ company, profile, questions, columns }: Profile & { columns: number }) {
  const lists = useStore($pickLists)
  const levelName = useLevelName()
  const [size] = profile.sizes
  const answers = questions.flatMap(({ key, answer }): [string, string][] => {
    const fact = FACT_KEYS.find((known) => known === key)
    if (!fact) return []
    const { kind, label } = factOf(fact)
    const list = kind === 'region' || kind === 'industry' ? lists[kind] : undefined
    const choice = list?.status === 'ready' ? list.list.byCode.get(String(answer)) : undefined
    return [[label, answer === null ? '' : (choice?.path ?? answerWords(fact, answer))]]
  })
  const rows: [string, string][] = [
    ...answers,
    ['企业规模', profile.sizes.length === 1 && size ? SIZES[size] : ''],
    ['信用代码', profile.credit_code],
    ['法定代表人', profile.legal_person],
    ['联系人', profile.contact],
    ['联系电话', profile.phone],
    ['地址', profile.address],
    ['企业名称', profile.name],
    ['企业等级', levelName(company.level)],
    ['企业编号', String(company.id)],
    ['注册时间', formatMoment(company.gmt_create)],
  ]
  const filled = rows.filter(([, text]) => text !== '')
  const left = rows.length - filled.length
  if (left > 0) filled.push(['其他', `${left} 项未填写`])
  return (
    <Descriptions
      size="small"
      column={{ xs: 1, lg: columns }}
      items={filled.map(([label, text]) => ({ key: label, label, children: text }))}
    />
  )
}

type OrderRow = AnswerOf<typeof listSubmittedOrders>['result']['items'][number]

const ORDER_COLUMNS: TableColumnsType<OrderRow> = [
  {
    render: (_, { id, kind, title, state, gmt_submit }) => (
      <>
        <a href={`${kind === 'application' ? '/operator/orders' : '/operator/requests'}?id=${id}`}>{title}</a>
        <span className="pane-meta">
          <StateMark state={state} />
          <span>{KIND_NAMES[kind]}</span>
          {gmt_submit && <time dateTime={gmt_submit}>{formatMoment(gmt_submit)}</time>}
        </span>
      </>
    ),
  },
]

type PolicyRow = AnswerOf<typeof listCompanyPolicies>['result']['items'][number] & { id: number }

const POLICY_COLUMNS: TableColumnsType<PolicyRow> = [
  {
    render: (
      _,
      { item_id, platform_policy_id, title, verdict, unmodelled, region_name, window, followed },
    ) => (
      <>
        <a
          href={item_id === null ? `/review/${platform_policy_id}` : `/pmanagement/${item_id}`}
          target="_blank"
          rel="noopener"
        >
          {title}
        </a>
        <span className="pane-meta">
          <VerdictMark status={verdict} isJudged={unmodelled.length > 0} />
          <span>{region_name}</span>
          <WindowState window={window} today={chinaDay(new Date())} />
          {followed && <span>已关注</span>}
        </span>
      </>
    ),
  },
]

/** Returns the names of levels; a number until the levels are there. */
export function useLevelName(): (level: number) => string {
  const levels = useStore(packages.$state).page?.items
  useEffect(() => {
    if (!packages.$state.get().page) packages.open({}, 1)
  }, [])
  return (level) => levels?.find((item) => item.level === level)?.name ?? `${level} 级`
}
