import { Alert } from 'antd'
import type { Problem } from '../../lib/content/load/yaml-fields.ts'

/** Lists the problems that fail a build, by line of the file. */
export function ProblemLines({ problems }: { problems: readonly Problem[] }) {
  if (problems.length === 0) return null
  return (
    <Alert
      type="warning"
      showIcon
      title="还有需要修改的地方，改好以前不能构建："
      description={
        <ul>
          {problems.map(({ line, field, expected, found }) => (
            <li key={`${line} ${field} ${expected}`}>
              第 {line} 行 {field}：应为{expected}，实际为 {found}
            </li>
          ))}
        </ul>
      }
    />
  )
}
