import { useStore } from '@nanostores/react'
import { $rules, loadRules } from '../../lib/stores/match/rules.ts'

export function RulesNotice() {
  const rules = useStore($rules)
  if (rules.status !== 'failed')
    return (
      <p className="match-waiting" role="status">
        正在对照政策条件…
      </p>
    )
  return (
    <p className="wrap answers-note" role="alert">
      政策数据加载失败：{rules.text}。您的回答已保留。
      <button type="button" className="button" onClick={loadRules}>
        重试
      </button>
    </p>
  )
}
