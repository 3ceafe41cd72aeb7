/** Leads operators, who have no company's account, to their desk. */
export function OperatorHint() {
  return (
    <p className="operator-hint">
      您登录的是运营账号，这里是企业一侧。答复企业、处理申请请到<a href="/operator">运营工作台</a>。
    </p>
  )
}
