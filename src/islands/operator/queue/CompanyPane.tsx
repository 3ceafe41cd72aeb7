import { useStore } from '@nanostores/react'
import { useState } from 'react'
import { $dialogue } from '../../../lib/stores/operator/dialogue.ts'
import { DeskTabs } from '../DeskTabs.tsx'
import { CompanyOrders } from './CompanyOrders.tsx'
import { CompanyPolicies } from './CompanyPolicies.tsx'
import { CompanyProfile } from './CompanyProfile.tsx'
import { FeedbackFiles } from './FeedbackFiles.tsx'

/** Beside the dialogue: profile, matched policies, orders and files of the company. */
export function CompanyPane() {
  const state = useStore($dialogue)
  const [tab, setTab] = useState('profile')
  if (state.status !== 'ready') return null
  const { id, company } = state.conversation
  return (
    <aside className="company-pane" aria-label="企业资料">
      <DeskTabs
        size="small"
        activeKey={tab}
        onChange={setTab}
        items={[
          { key: 'profile', label: '档案', children: <CompanyProfile id={company.id} /> },
          {
            key: 'policies',
            label: '匹配政策',
            children: <CompanyPolicies key={company.id} id={company.id} />,
          },
          { key: 'orders', label: '订单', children: <CompanyOrders key={company.id} id={company.id} /> },
          {
            key: 'files',
            label: '文件',
            children: <FeedbackFiles key={id} shelf={state.shelf} />,
          },
        ]}
      />
    </aside>
  )
}
