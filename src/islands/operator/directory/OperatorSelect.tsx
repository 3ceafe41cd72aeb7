import { useStore } from '@nanostores/react'
import { Select } from 'antd'
import { useEffect } from 'react'
import { $desk } from '../../../lib/stores/operator/desk.ts'
import { operators } from '../../../lib/stores/operator/directory.ts'

/** In place of an operator's number. */
export const NOBODY = 0

interface Props {
  id?: string
  value?: number
  onChange?: (id: number) => void
}

/** Chooses an operator, or none. */
export function OperatorSelect({ id, value = NOBODY, onChange }: Props) {
  const { value: known, status } = useStore(operators.$state)
  const nameOf = useOperatorName()
  const ids = new Set([NOBODY, ...(known ?? []).map((operator) => operator.id), value])
  return (
    <Select<number>
      {...(id && { id })}
      {...(onChange && { onChange })}
      value={value}
      loading={status === 'loading'}
      status={status === 'failed' ? 'warning' : ''}
      options={[...ids].map((one) => ({ value: one, label: nameOf(one) }))}
    />
  )
}

/** What an operator is called; whoever left the operators is named as such. */
export function useOperatorName(): (id: number | null) => string {
  const { value: known } = useStore(operators.$state)
  const desk = useStore($desk)
  useEffect(() => {
    operators.open(null)
  }, [])
  return (id) => {
    if (id === null || id === NOBODY) return '不对应登录账号'
    const name = known?.find((operator) => operator.id === id)?.name
    if (name === undefined) return known ? '已不是运营人员' : `编号 ${id}`
    return desk.status === 'operator' && desk.id === id ? `${name}（我）` : name
  }
}
