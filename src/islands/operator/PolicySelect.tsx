import { useStore } from '@nanostores/react'
import { Select } from 'antd'
import { useEffect } from 'react'
import { $policySearch, searchForPolicy } from '../../lib/stores/operator/broadcast.ts'

interface Props {
  id?: string
  value?: number
  onChange?: (id: number) => void
}

/** Finds the original of a policy by a part of its title or by its number. */
export function PolicySelect({ id, value, onChange }: Props) {
  const state = useStore($policySearch)
  useEffect(() => {
    searchForPolicy('')
  }, [])
  return (
    <Select<number>
      {...(id && { id })}
      {...(value !== undefined && { value })}
      {...(onChange && { onChange })}
      showSearch={{ filterOption: false, onSearch: (q) => searchForPolicy(q.trim()) }}
      loading={state.status === 'loading'}
      placeholder="输入政策名称或编号"
      notFoundContent={state.status === 'failed' ? state.text : '没有找到这项政策'}
      options={(state.status === 'ready' ? state.items : []).map((policy) => ({
        value: policy.id,
        label: `${policy.title}（编号 ${policy.id}）`,
      }))}
    />
  )
}
