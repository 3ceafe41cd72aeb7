import { Empty } from 'antd'
import { PLATFORM_POLICIES_PER_PAGE } from '../../../lib/contract/policies/platform-policy.ts'
import { windowWords } from '../../../lib/rules/time/application-window.ts'
import { chinaDay } from '../../../lib/rules/time/china-day.ts'
import { companyPolicies } from '../../../lib/stores/operator/company.ts'
import { VerdictMark } from '../../parts/verdict/VerdictMark.tsx'
import { PagedPart } from '../PagedPart.tsx'

/** What fits the company by its own answers, 符合 first. */
export function CompanyPolicies({ id }: { id: number }) {
  const today = chinaDay(new Date())
  return (
    <PagedPart
      list={companyPolicies}
      owner={id}
      perPage={PLATFORM_POLICIES_PER_PAGE}
      empty={<Empty image={Empty.PRESENTED_IMAGE_SIMPLE} description="没有匹配的政策" />}
    >
      {(items) => (
        <ul className="pane-rows">
          {items.map(
            ({ id: row, item_id, platform_policy_id, title, verdict, region_name, window, followed }) => {
              const { label, detail } = windowWords(window, today)
              return (
                <li key={row}>
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
            },
          )}
        </ul>
      )}
    </PagedPart>
  )
}
