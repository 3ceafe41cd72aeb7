import { useStore } from '@nanostores/react'
import { useEffect } from 'react'
import { ORDERS_PER_PAGE } from '../../../lib/contract/orders/order.ts'
import { PLATFORM_POLICIES_PER_PAGE } from '../../../lib/contract/policies/platform-policy.ts'
import { answerWords } from '../../../lib/rules/eligibility/condition-words.ts'
import { FACT_KEYS, factOf } from '../../../lib/rules/eligibility/facts.ts'
import { SIZES } from '../../../lib/rules/eligibility/options.ts'
import { KIND_NAMES } from '../../../lib/rules/orders/order-states.ts'
import { chinaDay } from '../../../lib/rules/time/china-day.ts'
import { formatMoment } from '../../../lib/rules/time/dates.ts'
import { $pickLists, loadPickList } from '../../../lib/stores/match/pick.ts'
import {
  $companyProfile,
  companyOrders,
  companyPolicies,
  openCompanyProfile,
  type CompanyProfile as Profile,
} from '../../../lib/stores/operator/company.ts'
import { packages } from '../../../lib/stores/operator/directory.ts'
import { EmptyState } from '../../kit/EmptyState.tsx'
import { StateMark } from '../../parts/order/StateMark.tsx'
import { WindowState } from '../../parts/verdict/PolicyHead.tsx'
import { VerdictMark } from '../../parts/verdict/VerdictMark.tsx'
import { PagedPart, PartState } from '../PagedPart.tsx'

/** 企业档案 as the company has filled it in. */
export function CompanyProfile({ id }: { id: number }) {
  const state = useStore($companyProfile)
  useEffect(() => {
    openCompanyProfile(id)
    loadPickList('region')
    loadPickList('industry')
  }, [id])
  if (state.status !== 'ready' || state.id !== id) {
    const shown = state.status === 'ready' ? ({ status: 'loading' } as const) : state
    return <PartState state={shown} onRetry={() => openCompanyProfile(id)} />
  }
  return <Facts {...state.value} />
}

function Facts({ company, profile, questions }: Profile) {
  const lists = useStore($pickLists)
  const levelName = useLevelName()
  const [size] = profile.sizes
  const rows: [string, string][] = [
    ['企业名称', profile.name],
    ['企业等级', levelName(company.level)],
    ['企业编号', String(company.id)],
    ['注册时间', formatMoment(company.gmt_create)],
    ['信用代码', profile.credit_code],
    ['法定代表人', profile.legal_person],
    ['联系人', profile.contact],
    ['联系电话', profile.phone],
    ['地址', profile.address],
    ['企业规模', profile.sizes.length === 1 && size ? SIZES[size] : ''],
  ]
  for (const { key, answer } of questions) {
    const fact = FACT_KEYS.find((known) => known === key)
    if (!fact) continue
    const { kind, label } = factOf(fact)
    const list = kind === 'region' || kind === 'industry' ? lists[kind] : undefined
    const choice = list?.status === 'ready' ? list.list.byCode.get(String(answer)) : undefined
    rows.push([label, answer === null ? '' : (choice?.path ?? answerWords(fact, answer))])
  }
  return (
    <dl className="facts">
      {rows.map(([label, text]) => (
        <div key={label}>
          <dt>{label}</dt>
          <dd className={text === '' ? 'facts-none' : undefined}>{text || '未填写'}</dd>
        </div>
      ))}
    </dl>
  )
}

/** What the company has handed in, of every kind. */
export function CompanyOrders({ id }: { id: number }) {
  return (
    <PagedPart
      list={companyOrders}
      owner={id}
      perPage={ORDERS_PER_PAGE}
      empty={<EmptyState subject="orders">未提交过申请</EmptyState>}
    >
      {(items) => (
        <ul className="pane-rows">
          {items.map((order) => (
            <li key={order.id}>
              <a
                href={`${order.kind === 'application' ? '/operator/orders' : '/operator/requests'}?id=${order.id}`}
              >
                {order.title}
              </a>
              <span className="pane-meta">
                <StateMark state={order.state} />
                <span>{KIND_NAMES[order.kind]}</span>
                {order.gmt_submit && (
                  <time dateTime={order.gmt_submit}>{formatMoment(order.gmt_submit)}</time>
                )}
              </span>
            </li>
          ))}
        </ul>
      )}
    </PagedPart>
  )
}

/** What fits the company by its own answers, 符合 first. */
export function CompanyPolicies({ id }: { id: number }) {
  const today = chinaDay(new Date())
  return (
    <PagedPart
      list={companyPolicies}
      owner={id}
      perPage={PLATFORM_POLICIES_PER_PAGE}
      empty={<EmptyState subject="policies">没有匹配的政策</EmptyState>}
    >
      {(items) => (
        <ul className="pane-rows">
          {items.map(
            ({
              id: row,
              item_id,
              platform_policy_id,
              title,
              verdict,
              unmodelled,
              region_name,
              window,
              followed,
            }) => (
              <li key={row}>
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
                  <WindowState window={window} today={today} />
                  {followed && <span>已关注</span>}
                </span>
              </li>
            ),
          )}
        </ul>
      )}
    </PagedPart>
  )
}

/** What a company's level is called; its number until the levels are there. */
export function useLevelName(): (level: number) => string {
  const levels = useStore(packages.$state).page?.items
  useEffect(() => {
    if (!packages.$state.get().page) packages.open(null, 1)
  }, [])
  return (level) => levels?.find((item) => item.level === level)?.name ?? `${level} 级`
}
