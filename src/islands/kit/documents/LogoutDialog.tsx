import { useStore } from '@nanostores/react'
import { useEffect } from 'react'
import { formatNumber } from '../../../lib/rules/text/format-number.ts'
import { $logoutQuestion, guardLogout } from '../../../lib/stores/uploads/logout.ts'
import { ConfirmDialog } from '../ConfirmDialog.tsx'

/** Asks a person who logs out before all uploads have ended. */
export function LogoutDialog() {
  const question = useStore($logoutQuestion)
  useEffect(guardLogout, [])
  if (!question) return null
  return (
    <ConfirmDialog
      title={`还有 ${formatNumber(question.count)} 个文件没有传完，仍要退出登录？`}
      onCancel={() => question.answer(false)}
      onConfirm={() => question.answer(true)}
    >
      <p>退出后不再上传，已上传的部分会从服务器上清除，需要时要重新选择这些文件。</p>
    </ConfirmDialog>
  )
}
