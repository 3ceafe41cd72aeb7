import { useStore } from '@nanostores/react'
import { useEffect } from 'react'
import { $accountPage, followAccountPage } from '../../lib/stores/company/account-page.ts'
import { $session, askForLogin } from '../../lib/stores/session.ts'
import { LoginAsk } from './LoginAsk.tsx'
import { Sections } from './Sections.tsx'
import './company.css'

/** Everything of /account that belongs to the company. A visitor is asked to log in on this page. */
export function CompanyIsland() {
  useStore($session, { ssr: 'initial' })
  const page = useStore($accountPage, { ssr: 'initial' })
  useEffect(() => followAccountPage(), [])
  if (page.status === 'out') return <LoginAsk />
  return (
    <div className="company">
      {page.status === 'expired' && (
        <p className="company-note" role="alert">
          登录已过期。填写的内容都在，登录后接着用。
          <button type="button" className="button" onClick={askForLogin}>
            重新登录
          </button>
        </p>
      )}
      {/* Another company is another page. */}
      <Sections key={page.companyId} isIn={page.status === 'in'} />
    </div>
  )
}
