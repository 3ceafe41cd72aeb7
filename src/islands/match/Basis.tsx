interface Props {
  /** YYYY-MM-DD */
  today: string
  version: string
  builtAt: string
}

/** What the result rests on, and what it is not. */
export function Basis({ today, version, builtAt }: Props) {
  return (
    <p className="match-basis">
      判断日期 {today}，规则版本 {version}，政策数据生成于 {builtAt.slice(0, 10)}。
      结果按您填写的内容推算，不是主管部门的审批结论，能否享受以主管部门的审核为准。
    </p>
  )
}
