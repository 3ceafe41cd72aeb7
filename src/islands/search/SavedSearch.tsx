import { useStore } from '@nanostores/react'
import { type FormEvent, useId, useState } from 'react'
import { createPortal } from 'react-dom'
import { copyText } from '../../lib/browser/copy-text.ts'
import {
  CONDITION_LISTS,
  type Condition,
  type ConditionList,
  conditionWords,
  RHYTHM_WORDS,
  RHYTHMS,
  type Rhythm,
  type SavedSearch as Saved,
} from '../../lib/contract/account/saved-search.ts'
import { CODES } from '../../lib/contract/envelope.ts'
import {
  $feeds,
  $subscribing,
  chooseAgain,
  openSubscribing,
  shownCondition,
  subscribe,
} from '../../lib/stores/saved-searches.ts'
import { $session } from '../../lib/stores/session.ts'
import { useModal } from '../kit/modals.ts'
import { showToast } from '../kit/toast.ts'
import './saved-search.css'

/** 订阅这个条件: the present condition of the list or search. */
export function SavedSearch({ list }: { list: ConditionList }) {
  const [condition, setCondition] = useState<Condition | null>(null)

  function open() {
    const shown = shownCondition(list)
    if (shown === null) return showToast('请先输入词语或选择条件', 'error')
    openSubscribing(shown)
    setCondition(shown)
  }
  return (
    <>
      <button type="button" className="button button-text" onClick={open}>
        订阅这个条件
      </button>
      {condition &&
        // Outside the page's prose, which styles headings and buttons differently.
        createPortal(
          <SavedSearchDialog condition={condition} onClose={() => setCondition(null)} />,
          document.body,
        )}
    </>
  )
}

interface DialogProps {
  condition: Condition
  onClose: () => void
}

/** Two ways: with an account, and by an address for feed readers. */
function SavedSearchDialog({ condition, onClose }: DialogProps) {
  const state = useStore($subscribing)
  const dialog = useModal()
  const [name] = useState(() => conditionWords(condition, shownRegionNames(condition)))
  return (
    <dialog
      ref={dialog}
      className="saved-search"
      aria-labelledby="saved-search-title"
      onCancel={(event) => {
        // A dialog above it bubbles here as well.
        if (event.target === event.currentTarget) onClose()
      }}
    >
      <h2 id="saved-search-title">订阅这个条件</h2>
      <p className="saved-search-name">
        {name}
        <span className="soft">{CONDITION_LISTS[condition.list].title}</span>
      </p>
      {state.status === 'saved' ? (
        <SavedNote item={state.item} onClose={onClose} />
      ) : (
        <RhythmForm condition={condition} onClose={onClose} />
      )}
      <FeedNote />
    </dialog>
  )
}

function shownRegionNames({ list, region }: Condition): ReadonlyMap<string, string> {
  const name =
    list === 'search'
      ? document.querySelector<HTMLElement>('[data-search-saved]')?.dataset['regionName']
      : document.querySelector<HTMLOptionElement>(`[name=region] [value="${region}"]`)?.label
  return new Map(name ? [[region, name]] : [])
}

const RHYTHM_HELP: Readonly<Record<Rhythm, string>> = {
  at_once: '更新后马上通知',
  daily: '上午 9 点汇总',
  weekly: '周一上午 9 点汇总',
}

function RhythmForm({ condition, onClose }: DialogProps) {
  const state = useStore($subscribing)
  const isLoggedIn = useStore($session).code === CODES.ok
  const [rhythm, setRhythm] = useState(state.status === 'choosing' ? (state.rhythm ?? 'at_once') : 'at_once')
  const isBusy = state.status === 'saving'

  function submit(event: FormEvent) {
    event.preventDefault()
    subscribe(condition, rhythm)
  }
  return (
    <form onSubmit={submit}>
      <fieldset>
        <legend>有符合条件的新政策或变动时</legend>
        {RHYTHMS.map((each) => (
          <label key={each}>
            <input type="radio" name="rhythm" checked={rhythm === each} onChange={() => setRhythm(each)} />
            <span>{RHYTHM_WORDS[each]}</span>
            <span className="soft">{RHYTHM_HELP[each]}</span>
          </label>
        ))}
      </fieldset>
      <p className="soft">
        通知发送到页面顶部的“消息”，可随时点“不再提醒”。如已开启短信提醒，且本站已开通，也会发送短信。
      </p>
      <p className="problem" role="alert">
        {state.status === 'failed' && state.text}{' '}
        {state.status === 'failed' && isLoggedIn && <a href="/account#reminders">管理我的订阅</a>}
      </p>
      <div className="wrap saved-search-acts">
        <button type="button" className="button" onClick={onClose}>
          取消
        </button>
        <button type="submit" className="button button-primary" aria-busy={isBusy} disabled={isBusy}>
          {isLoggedIn ? '订阅' : '登录并订阅'}
        </button>
      </div>
    </form>
  )
}

function SavedNote({ item, onClose }: { item: Saved; onClose: () => void }) {
  return (
    <>
      <p role="status">
        {item.muted ? '已订阅这个条件，提醒已关闭。' : `已订阅，通知频率：${RHYTHM_WORDS[item.rhythm]}。`}
        <a href="/account#reminders">管理我的订阅</a>
      </p>
      <div className="wrap saved-search-acts">
        <button type="button" className="button" onClick={chooseAgain}>
          {item.muted ? '恢复提醒' : '更改频率'}
        </button>
        <button type="button" className="button button-primary" onClick={onClose}>
          知道了
        </button>
      </div>
    </>
  )
}

/** A static host has no addresses for conditions. */
function FeedNote() {
  const feeds = useStore($feeds)
  return (
    <section aria-labelledby="saved-search-feed" aria-busy={feeds.status === 'looking'}>
      <h3 id="saved-search-feed">不登录，用阅读器订阅</h3>
      {feeds.status === 'looking' && <p className="soft">正在查找订阅地址…</p>}
      {feeds.status === 'exact' && (
        <>
          <p className="soft">将地址添加到支持 Atom 的阅读器，内容与此条件一致。</p>
          <FeedAddress label="订阅地址" path={feeds.path} />
        </>
      )}
      {feeds.status === 'whole' && (
        <>
          <p className="soft">暂无此条件的订阅地址。以下地址包含整个列表，不按条件筛选。</p>
          {feeds.feeds.map(({ title, path }) => (
            <FeedAddress key={path} label={title} path={path} />
          ))}
        </>
      )}
    </section>
  )
}

function FeedAddress({ label, path }: { label: string; path: string }) {
  const [address] = useState(() => new URL(path, location.href).href)
  const [said, setSaid] = useState('')
  const id = useId()

  async function copy() {
    setSaid((await copyText(address)) ? '已复制' : '复制失败，请选中地址复制')
  }
  return (
    <div className="saved-search-feed">
      <label htmlFor={id}>{label}</label>
      <input id={id} className="field" readOnly value={address} onFocus={(event) => event.target.select()} />
      <button type="button" className="button" onClick={copy}>
        复制<span className="visually-hidden">{label}</span>
      </button>
      <span className="saved-search-said" role="status">
        {said}
      </span>
    </div>
  )
}
