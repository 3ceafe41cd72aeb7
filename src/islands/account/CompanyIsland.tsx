import { useStore } from '@nanostores/react'
import { useEffect } from 'react'
import { $accountPage, followAccountPage } from '../../lib/stores/company/profile.ts'
import { $session, askForLogin } from '../../lib/stores/session.ts'
import { LoginGate } from '../kit/LoginGate.tsx'
import { ProofDialog } from '../parts/proof/ProofDialog.tsx'
import { Sections } from './Sections.tsx'
import './company.css'

/** What a person who has logged in finds here. */
const OFFERS = [
  { id: 'profile', title: '企业档案', text: '名称、信用代码、联系人和基本情况填一次，匹配和申报直接用。' },
  { id: 'colleagues', title: '同事', text: '用邀请码请同事加入，一起看申报、关注和文件。' },
  { id: 'reminders', title: '提醒', text: '关注的政策截止前多少天提醒，要不要短信，由您决定。' },
  { id: 'sessions', title: '登录设备', text: '看看哪些设备登录着，一键全部退出。' },
  { id: 'data', title: '企业数据', text: '导出企业的全部数据，或者申请注销。' },
]

function LoginAsk() {
  return (
    <div className="company-login">
      <LoginGate text="登录后管理企业的资料和设置。" label="登录">
        <dl>
          {OFFERS.map(({ id, title, text }) => (
            <div key={id} id={id}>
              <dt>{title}</dt>
              <dd>{text}</dd>
            </div>
          ))}
        </dl>
      </LoginGate>
    </div>
  )
}

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
      <ProofDialog />
    </div>
  )
}
