/** Lines of the closing table of `npm run bench`: the measured figure, its reference, its goal. */

export interface Goal {
  测得: string
  参照: string
  目标: string
  达到: '是' | '否'
}

interface Measured {
  value: number
  goal: number
  unit?: string
  reference?: string
}

export function atMost(measured: Measured): Goal {
  return line(measured, '≤', measured.value <= measured.goal)
}

export function atLeast(measured: Measured): Goal {
  return line(measured, '≥', measured.value >= measured.goal)
}

function line({ value, goal, unit = '', reference = '' }: Measured, sign: string, holds: boolean): Goal {
  const written = Number(value.toPrecision(3)).toLocaleString('en')
  return { 测得: written + unit, 参照: reference, 目标: `${sign} ${goal}${unit}`, 达到: holds ? '是' : '否' }
}

export function goalsOf(table: object): Record<string, Goal> {
  return Object.fromEntries(
    Object.entries(table).filter(([, row]) => row && typeof row === 'object' && '目标' in row),
  )
}
