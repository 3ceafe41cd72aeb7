import { useStore } from '@nanostores/react'
import { useEffect } from 'react'
import { $accountPage, followAccountPage } from '../../lib/stores/company/profile.ts'
import { $session, askForLogin } from '../../lib/stores/session.ts'
import { LoginGate } from '../kit/LoginGate.tsx'
import { ProofDialog } from '../parts/form/ProofDialog.tsx'
import { KeptProfile } from './ProfileForm.tsx'
import { Sections } from './Sections.tsx'
import { StopMails } from './WaysTable.tsx'
import './company.css'

/** Contents for logged-in people. */
const OFFERS = [
  {
    id: 'profile',
    title: '企业档案',
    text: '名称、信用代码、联系人和基本情况只需填写一次，匹配和申报时直接使用。',
  },
  { id: 'colleagues', title: '同事', text: '用邀请码邀请同事加入，共同查看申报、关注和文件。' },
  {
    id: 'reminders',
    title: '提醒',
    text: '设置关注和正在申报的政策的截止提醒，选择用短信、邮件还是微信通知。',
  },
  { id: 'sessions', title: '登录设备', text: '查看已登录的设备，可一键全部退出。' },
  { id: 'data', title: '企业数据', text: '导出企业的全部数据，或者申请注销。' },
]

function LoginAsk() {
  return (
    <div className="company-login">
      <LoginGate text="登录后管理企业的资料和设置。" label="登录">
        <dl className="facts">
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

/** The company's part of /account. A visitor is asked to log in on this page. */
export function CompanyIsland() {
  useStore($session, { ssr: 'initial' })
  const page = useStore($accountPage, { ssr: 'initial' })
  useEffect(() => followAccountPage(), [])
  if (page.status === 'out')
    return (
      <>
        <StopMails />
        <KeptProfile />
        <LoginAsk />
      </>
    )
  return (
    <div className="company">
      <StopMails />
      {page.status === 'expired' && (
        <p className="wrap company-note" role="alert">
          登录已过期。填写的内容已保留，登录后可继续。
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
