import { DownOutlined } from '@ant-design/icons'
import { useStore } from '@nanostores/react'
import { Alert, Button, Dropdown, Skeleton } from 'antd'
import { type ReactNode, useEffect, useRef, useState } from 'react'
import { changeOperatorName } from '../../lib/contract/operator/desk.ts'
import { formatUnread } from '../../lib/rules/text/unread.ts'
import { logOutHere } from '../../lib/stores/log-out.ts'
import {
  $desk,
  $deskTrouble,
  changeMyName,
  clearDesk,
  enterDesk,
  followDesk,
} from '../../lib/stores/operator/desk.ts'
import { followReplies } from '../../lib/stores/operator/replies.ts'
import { today, watchToday } from '../../lib/stores/operator/today.ts'
import { askForLogin } from '../../lib/stores/session.ts'
import { AntdRoot } from '../kit/antd.tsx'
import { showToast } from '../kit/toast.ts'
import { DeskProof } from './DeskProof.tsx'
import { FormModal, TextField } from './FormModal.tsx'
import { SECTIONS, type Section } from './sections.ts'
import { pressShortcut, Shortcuts } from './shortcuts.tsx'
import './desk.css'
import './desk-parts.css'

/** The first sections are tabs, as is the open one; 更多 has the others. */
const TABS = 6

interface DeskProps {
  title: Section['title']
  children: ReactNode
}

/** The frame of every section, which appears after the server has named an operator. */
export function Desk({ title, children }: DeskProps) {
  const desk = useStore($desk)
  // The columns of conversations fill the window and scroll inside.
  const isFull = title === '咨询'
  useEffect(() => followDesk(), [])
  useEffect(() => followReplies(), [])
  return (
    <AntdRoot>
      {desk.status === 'operator' ? (
        <div className={isFull ? 'desk desk-full' : 'desk'}>
          <a className="desk-skip" href="#content">
            跳到正文
          </a>
          <Head name={desk.name} title={title} />
          <Trouble />
          <Shortcuts />
          <main id="content" tabIndex={-1} className="desk-main">
            <h1 className={isFull ? 'visually-hidden' : undefined}>{title}</h1>
            {children}
          </main>
        </div>
      ) : (
        <main id="content" className="desk-gate">
          <h1>运营工作台</h1>
          {desk.status === 'asking' && <Skeleton active title={false} paragraph={{ rows: 3 }} />}
          {desk.status === 'visitor' && (
            <>
              <p>请用运营人员的手机号登录。</p>
              <Button type="primary" onClick={() => askForLogin()}>
                登录
              </Button>
            </>
          )}
          {desk.status === 'stranger' && (
            <>
              <p>您的账号没有运营权限，不能使用工作台。如需开通，请联系管理员。</p>
              <p className="desk-actions">
                <a href="/">返回首页</a>
                <Button type="link" onClick={leave}>
                  使用其他账号登录
                </Button>
              </p>
            </>
          )}
          {desk.status === 'failed' && (
            <Alert
              type="error"
              title={desk.text}
              action={<Button onClick={() => enterDesk()}>重试</Button>}
            />
          )}
        </main>
      )}
      <DeskProof />
    </AntdRoot>
  )
}

function Trouble() {
  const text = useStore($deskTrouble)
  return (
    text !== null && (
      <p className="desk-trouble" role="status">
        {text}，恢复后自动更新
      </p>
    )
  )
}

function Head({ name, title }: { name: string; title: Section['title'] }) {
  const state = useStore(today.$state)
  const tabs = useRef<HTMLUListElement>(null)
  useEffect(watchToday, [])
  // On a phone the row of sections is wider than the screen.
  // biome-ignore lint/correctness/useExhaustiveDependencies: the counts change the width
  useEffect(() => {
    tabs.current?.querySelector('[aria-current]')?.scrollIntoView({ inline: 'center', block: 'nearest' })
  }, [state.status])
  const link = (section: Section) => {
    const count = state.status === 'ready' && 'waiting' in section ? state.value.counts[section.waiting] : 0
    return (
      <li key={section.href}>
        <a href={section.href} aria-current={section.title === title ? 'page' : undefined}>
          {section.title}
          {count > 0 && (
            <b>
              {formatUnread(count)}
              <span className="visually-hidden">项待处理</span>
            </b>
          )}
        </a>
      </li>
    )
  }
  return (
    <header className="desk-head">
      <a className="desk-brand" href="/operator">
        运营工作台
      </a>
      <nav aria-label="工作台">
        <ul ref={tabs} className="desk-tabs">
          {SECTIONS.filter((section, index) => index < TABS || section.title === title).map(link)}
        </ul>
        <Dropdown
          autoFocus
          trigger={['click']}
          getPopupContainer={(button) => button.closest('nav') ?? button}
          menu={{
            items: [
              ...SECTIONS.filter((section, index) => index >= TABS && section.title !== title).map(
                ({ href, title }) => ({ key: href, label: <a href={href}>{title}</a> }),
              ),
              { key: 'help', label: '快捷键' },
            ],
            onClick: ({ key }) => (key === 'help' ? pressShortcut('help') : location.assign(key)),
          }}
        >
          <Button type="text">
            更多 <DownOutlined aria-hidden />
          </Button>
        </Dropdown>
      </nav>
      <div className="desk-who">
        <MyName name={name} />
        <a href="/">网站首页</a>
        <Button onClick={leave}>退出登录</Button>
      </div>
    </header>
  )
}

async function leave(): Promise<void> {
  const problem = await logOutHere()
  if (problem) showToast(problem, 'error')
  else {
    clearDesk()
    showToast('已退出登录')
  }
}

function MyName({ name }: { name: string }) {
  const [isOpen, setOpen] = useState(false)
  return (
    <>
      <Button
        type="text"
        className="desk-name"
        aria-label={`${name}，修改我的姓名`}
        onClick={() => setOpen(true)}
      >
        {name}
      </Button>
      {isOpen && (
        <FormModal<{ name: string }>
          title="我的姓名"
          okText="保存"
          done="姓名已修改"
          initial={{ name }}
          fields={changeOperatorName.body.entries}
          onSubmit={(values) => changeMyName(values.name)}
          onClose={() => setOpen(false)}
        >
          <TextField
            name="name"
            label="姓名"
            extra="同事转交咨询时看到的名字；没有登记为专家的，企业在咨询里也看到它。"
            autoFocus
          />
        </FormModal>
      )}
    </>
  )
}
