import { useStore } from '@nanostores/react'
import { useState } from 'react'
import { DELETION_DAYS, type Deletion } from '../../lib/contract/account/company-data.ts'
import { formatMoment } from '../../lib/rules/time/dates.ts'
import { $deletionProblem } from '../../lib/stores/company/deletion.ts'
import { DeletionDialog } from './DeletionDialog.tsx'

/** 注销: what goes, when, and how it is asked for. */
export function DeletionBox({ deletion }: { deletion: Deletion | null }) {
  const problem = useStore($deletionProblem)
  const [isAsking, setAsking] = useState(false)
  return (
    <>
      <h3>注销企业</h3>
      {deletion ? (
        <p>
          {deletion.by}已在 {formatMoment(deletion.requested_at)} 申请注销。{formatMoment(deletion.due_at)}
          起删除，在那之前可以在本页顶部撤销。
        </p>
      ) : (
        <>
          <p className="company-soft">
            申请后有 {DELETION_DAYS}{' '}
            天可以反悔，任何成员都能撤销。到期后企业和所有成员的账号、档案、回答、关注、申报记录、消息、咨询和文件全部删除，不能恢复。
          </p>
          <button type="button" className="button button-danger" onClick={() => setAsking(true)}>
            申请注销企业
          </button>
        </>
      )}
      {problem && !isAsking && (
        <p className="company-failed" role="alert">
          {problem}
        </p>
      )}
      {isAsking && <DeletionDialog onClose={() => setAsking(false)} />}
    </>
  )
}
