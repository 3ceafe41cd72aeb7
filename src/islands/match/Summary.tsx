import { useStore } from '@nanostores/react'
import { useState } from 'react'
import { copyText } from '../../lib/browser/copy-text.ts'
import { isEmbedded } from '../../lib/browser/embedded.ts'
import { saveCsv } from '../../lib/browser/save-file.ts'
import { CODES } from '../../lib/contract/envelope.ts'
import type { FactKey } from '../../lib/rules/eligibility/facts.ts'
import { UNJUDGED_KIND } from '../../lib/rules/eligibility/options.ts'
import { STATUS_WORDS, STATUSES } from '../../lib/rules/eligibility/verdict.ts'
import { grantFigure } from '../../lib/rules/text/format-number.ts'
import { windowWords } from '../../lib/rules/time/application-window.ts'
import { worthWords } from '../../lib/rules/worth/working.ts'
import { $answers, $kept } from '../../lib/stores/match/answers.ts'
import {
  askAgainForAccount,
  forgetEverywhere,
  putBackAnswers,
} from '../../lib/stores/match/answers-account.ts'
import type { Match } from '../../lib/stores/match/judge-rows.ts'
import { $match, explain, reckon } from '../../lib/stores/match/match.ts'
import { loadPickList } from '../../lib/stores/match/pick.ts'
import { $words, loadWords } from '../../lib/stores/match/rules.ts'
import { shareAddress, showResult, showStep } from '../../lib/stores/match/view.ts'
import { $session, askForLogin } from '../../lib/stores/session.ts'
import { site } from '../../site.ts'
import { ActionMenu } from '../kit/ActionMenu.tsx'
import { ConfirmDialog } from '../kit/ConfirmDialog.tsx'
import { offerUndo, showToast } from '../kit/toast.ts'
import { keptWords } from '../parts/question/kept-words.ts'
import { PRINTED_AT_MOST } from './PolicyGroup.tsx'
import { Total } from './Total.tsx'
import { useArrival } from './use-arrival.ts'
import '../kit/action-menu.css'

export function Summary({ match, onEdit }: { match: Match; onEdit: (fact: FactKey) => void }) {
  const heading = useArrival<HTMLHeadingElement>('result')
  const { groups, today } = match
  const count = STATUSES.map((status) => `${STATUS_WORDS[status]} ${groups[status].length} 条`).join('，')
  return (
    <header className="match-head">
      <h2 id="match-result-title" ref={heading} tabIndex={-1}>
        按 {Object.keys(useStore($answers)).length} 个回答估算，{today.slice(0, 4)} 年
      </h2>
      <ResultTools />
      <p className="visually-hidden" role="status">
        {count}
      </p>
      {match.facts.kind === UNJUDGED_KIND && (
        <p className="soft">
          本站的条件按企业、个体工商户、合作社和民办非企业单位整理，暂不能判断其他组织。想享受哪一项，请向主管部门确认。
        </p>
      )}
      <Total match={match} onEdit={onEdit} />
    </header>
  )
}

const ACTS = [
  ['share', '分享链接'],
  ['print', '打印'],
  ['save', '导出结果'],
  ['forget', '清空回答'],
] as const

function ResultTools() {
  const kept = useStore($kept)
  const [address, setAddress] = useState<string | null>(null)
  const [isForgetting, setForgetting] = useState(false)

  async function share() {
    const link = shareAddress()
    if (await copyText(link)) showToast('链接已复制')
    setAddress(link)
  }

  async function forget() {
    setForgetting(false)
    const { answers } = kept
    if (!(await forgetEverywhere())) return
    showStep(1)
    offerUndo('已清空全部回答', () => {
      putBackAnswers(answers)
      showResult()
    })
  }

  const acts = { share, print: printWithNames, save: saveTable, forget: () => setForgetting(true) }

  return (
    <div className="match-tools no-print">
      <p className="soft match-place">{keptWords(kept)}</p>
      <div className="match-acts">
        <button type="button" className="button button-text" onClick={() => showStep(1)}>
          改回答
        </button>
        {isEmbedded() ? (
          <a className="button button-text" href={shareAddress()}>
            到{site.name}保存
          </a>
        ) : (
          kept.place !== 'account' && <SaveToAccount />
        )}
        <ActionMenu label="更多" actions={ACTS} onAction={(act) => acts[act]()} />
      </div>
      {address && (
        <p className="soft match-share">
          <label htmlFor="match-share">链接里有您的回答，没有企业名称。发给谁，谁就能看到这份结果。</label>
          <input
            id="match-share"
            className="field"
            readOnly
            value={address}
            onFocus={(event) => event.target.select()}
          />
        </p>
      )}
      {isForgetting && (
        <ConfirmDialog title="清空全部回答？" onConfirm={forget} onCancel={() => setForgetting(false)}>
          <p>{kept.place === 'account' && '企业账户中的回答也会一并清空。'}清空后 10 秒内可以撤销。</p>
        </ConfirmDialog>
      )}
    </div>
  )
}

function SaveToAccount() {
  const isLoggedIn = useStore($session).code === CODES.ok
  return (
    <button
      type="button"
      className="button button-text"
      onClick={isLoggedIn ? askAgainForAccount : askForLogin}
    >
      存到企业账户
    </button>
  )
}

/** Saves the 符合 and 待确认 policies as a table for office programs. */
async function saveTable(): Promise<void> {
  const match = $match.get()
  const rows = [...(match?.groups.met ?? []), ...(match?.groups.unknown ?? [])]
  await loadWords(rows)
  const words = $words.get()
  const lines = rows.flatMap((row) => {
    const named = words[row.id]
    const worth = match && named && reckon(row, named, match)?.worth
    const verdict = match && named && explain(row, named, match)
    if (!match || !named || !verdict) return []
    const { label, detail } = windowWords(row.window, match.today)
    const { lead, number, unit } = grantFigure(named)
    const sum = (worth && worthWords(worth)) || [lead, number, unit].filter(Boolean).join(' ')
    const place = [named.title, named.region_name]
    const page = `${location.origin}/pmanagement/${row.id}`
    return [[STATUS_WORDS[verdict.status], ...place, sum, `${label} ${detail}`, page]]
  })
  saveCsv([['结果', '政策', '地区', '金额', '办理时间', '网址'], ...lines], `匹配结果 ${match?.today}.csv`)
}

/** A printout shows names of policies, places and industries: they are loaded first. */
async function printWithNames(): Promise<void> {
  const groups = $match.get()?.groups
  const printed = STATUSES.flatMap((status) => groups?.[status].slice(0, PRINTED_AT_MOST) ?? [])
  await Promise.all([loadPickList('region'), loadPickList('industry'), loadWords(printed)])
  print()
}
