export function OperatorHint() {
  return (
    <p className="operator-hint">
      当前为运营账号，本页面供企业使用。答复企业、处理申请请到<a href="/operator">运营工作台</a>。
    </p>
  )
}
