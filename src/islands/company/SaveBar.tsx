import { useStore } from '@nanostores/react'
import { $profileSaving, dropProfileEdits } from '../../lib/stores/company/profile.ts'

/** Says what is not saved yet and saves it; while there is something, it stays in sight. */
export function SaveBar({ changed }: { changed: number }) {
  const saving = useStore($profileSaving)
  const isSaving = saving.status === 'saving'
  const isChanged = changed > 0
  return (
    <div className="profile-bar" data-changed={isChanged}>
      <p
        role={saving.status === 'failed' ? 'alert' : 'status'}
        className={`profile-said profile-${saving.status}`}
      >
        {saving.status === 'failed' && saving.text}
        {saving.status === 'saved' && !isChanged && '已保存。匹配结果会按新的资料更新。'}
        {saving.status !== 'failed' && isChanged && `有 ${changed} 处修改没有保存`}
      </p>
      {isChanged && (
        <button type="button" className="button" disabled={isSaving} onClick={dropProfileEdits}>
          放弃修改
        </button>
      )}
      <button type="submit" className="button button-primary" aria-busy={isSaving} aria-disabled={!isChanged}>
        {isSaving ? '正在保存…' : '保存'}
      </button>
    </div>
  )
}
