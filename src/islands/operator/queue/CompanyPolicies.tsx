import { useStore } from '@nanostores/react'
import { Empty, Pagination } from 'antd'
import { useEffect, useState } from 'react'
import { PLATFORM_POLICIES_PER_PAGE } from '../../../lib/contract/platform-policy.ts'
import { chinaDay, windowWords } from '../../../lib/rules/window.ts'
import { $companyPolicies, openCompanyPolicies } from '../../../lib/stores/operator/company.ts'
import { VerdictMark } from '../../kit/verdict/VerdictMark.tsx'
import { PartState } from '../PartState.tsx'
import { pageItem } from '../page-item.tsx'

/** What fits the company by its own answers, 符合 first. */
export function CompanyPolicies({ id }: { id: number }) {
  const state = useStore($companyPolicies)
  const [page, setPage] = useState(1)
  useEffect(() => {
    openCompanyPolicies(id, page)
  }, [id, page])
  if (state.status !== 'ready' || state.id !== id) {
    const shown = state.status === 'ready' ? ({ status: 'loading' } as const) : state
    return <PartState state={shown} onRetry={() => openCompanyPolicies(id, page)} />
  }
  const { items, total } = state.value
  const today = chinaDay(new Date())
  if (items.length === 0) {
    return <Empty image={Empty.PRESENTED_IMAGE_SIMPLE} description="没有匹配的政策" />
  }
  return (
    <>
      <ul className="pane-rows">
        {items.map(({ item_id, platform_policy_id, title, verdict, region_name, window, followed }) => {
          const { label, detail } = windowWords(window, today)
          return (
            <li key={item_id ?? platform_policy_id}>
              <a
                href={item_id === null ? `/review/${platform_policy_id}` : `/pmanagement/${item_id}`}
                target="_blank"
                rel="noopener"
              >
                {title}
              </a>
              <span className="pane-meta">
                <VerdictMark status={verdict} />
                <span>{region_name}</span>
                <span>
                  {label} {detail}
                </span>
                {followed && <span>已关注</span>}
              </span>
            </li>
          )
        })}
      </ul>
      <Pagination
        itemRender={pageItem}
        simple
        hideOnSinglePage
        current={page}
        pageSize={PLATFORM_POLICIES_PER_PAGE}
        total={total}
        showSizeChanger={false}
        onChange={setPage}
      />
    </>
  )
}
