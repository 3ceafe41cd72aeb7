import { Alert } from 'antd'
import type { ReactNode } from 'react'
import type { Problem } from '../../lib/content/load/yaml-fields.ts'

interface Props {
  problems: readonly Problem[]
  title?: string
  /** Without it, each problem is shown with its line of the file. */
  draw?: (problem: Problem) => ReactNode
}

/** Lists the problems that fail a build. */
export function ProblemLines({ problems, title = '还有需要修改的地方，改好以前不能构建', draw }: Props) {
  if (problems.length === 0) return null
  return (
    <Alert
      type="warning"
      showIcon
      title={title}
      description={
        <ul className="editor-problems">
          {problems.map((problem) => {
            const { line, field, expected, found } = problem
            return (
              <li key={`${line} ${field} ${expected}`}>
                {draw?.(problem) ?? `第 ${line} 行 ${field}：应为${expected}，实际为 ${found}`}
              </li>
            )
          })}
        </ul>
      }
    />
  )
}
