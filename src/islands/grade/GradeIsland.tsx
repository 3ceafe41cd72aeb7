import { useStore } from '@nanostores/react'
import { useEffect, useState } from 'react'
import type { CompanyPackage } from '../../lib/contract/account/package.ts'
import { CODES } from '../../lib/contract/envelope.ts'
import { BYTES_PER_MB, formatStorage } from '../../lib/rules/files/storage-units.ts'
import { formatNumber } from '../../lib/rules/text/format-number.ts'
import { $grade, $upgrade, loadLevels, loadUpgrade } from '../../lib/stores/company/grade.ts'
import { $quota, followQuota, refreshQuota } from '../../lib/stores/documents/storage-quota.ts'
import { startReserving } from '../../lib/stores/reserve.ts'
import { $session, ensureLoggedIn } from '../../lib/stores/session.ts'
import { ReserveDialog } from '../parts/form/ReserveDialog.tsx'
import './grade.css'
import { Waiting } from '../kit/Waiting.tsx'

export function GradeIsland() {
  const state = useStore($grade)
  const { code } = useStore($session)
  const quota = useStore($quota)
  const asked = useStore($upgrade)
  const [wanted, setWanted] = useState<CompanyPackage | null>(null)
  const isLoggedIn = code === CODES.ok
  const own = quota.status === 'ready' ? quota.quota : undefined

  useEffect(() => {
    loadLevels()
    return followQuota()
  }, [])
  useEffect(() => {
    if (!isLoggedIn) return
    refreshQuota()
    loadUpgrade()
  }, [isLoggedIn])

  async function want(level: CompanyPackage) {
    if (!(await ensureLoggedIn())) return
    startReserving()
    setWanted(level)
  }
  function close() {
    setWanted(null)
    loadUpgrade()
  }

  if (state.status === 'loading') return <Waiting />
  if (state.status === 'failed') {
    return (
      <p role="alert">
        {state.text}{' '}
        <button type="button" className="button" onClick={loadLevels}>
          重试
        </button>
      </p>
    )
  }
  return (
    <>
      {isLoggedIn && <OwnLevel />}
      {asked && (
        <p className="grade-asked" role="status">
          已申请升级到{asked.target_name ?? `第 ${asked.target_id} 级`}
          ，工作人员会按您留的电话联系您。
        </p>
      )}
      <ul className="grades">
        {state.levels.map((level) => {
          const isOwn = own?.level === level.level
          const isAsked = asked?.target_id === level.level
          return (
            <li key={level.level} className={isOwn ? 'grade grade-current' : 'grade'}>
              <h2>
                {level.name}
                {isOwn && <span className="mark">当前等级</span>}
              </h2>
              <p className="grade-room">{formatStorage(roomOf(level))}</p>
              <p className="soft">
                企业文件存储空间
                {own &&
                  level.level > own.level &&
                  `，比当前多 ${formatStorage(roomOf(level) - own.limitBytes)}`}
              </p>
              <p className="soft">
                最多 {formatNumber(level.files)} 个文件、{formatNumber(level.folders)} 个文件夹
              </p>
              <p className="grade-text">{level.description}</p>
              {!isAsked && (own === undefined || level.level > own.level) ? (
                <button
                  type="button"
                  className="button"
                  // The company may have this level or a higher one.
                  disabled={isLoggedIn && own === undefined}
                  onClick={() => want(level)}
                >
                  申请{level.name}
                </button>
              ) : (
                <p className="soft">
                  {isOwn ? '正在使用' : isAsked ? '已申请，等待确认' : '已包含在当前等级里'}
                </p>
              )}
            </li>
          )
        })}
      </ul>
      {wanted && (
        <ReserveDialog
          target={{ kind: 'upgrade', target_id: wanted.level }}
          title={`申请${wanted.name}`}
          act="申请"
          onClose={close}
        />
      )}
    </>
  )
}

const NEARLY_FULL = 0.9

function OwnLevel() {
  const state = useStore($quota)
  if (state.status === 'failed') {
    return (
      <p className="grade-own" role="alert">
        当前等级加载失败：{state.text}
        <button type="button" className="button" onClick={refreshQuota}>
          重试
        </button>
      </p>
    )
  }
  if (state.status !== 'ready') {
    return (
      <p className="grade-own" role="status">
        正在读取您的当前等级…
      </p>
    )
  }
  const { levelName, usedBytes, limitBytes } = state.quota
  return (
    <div className="grade-own">
      <p>
        当前等级：<strong>{levelName}</strong>，已用 {formatStorage(usedBytes)}/{formatStorage(limitBytes)}
      </p>
      <meter aria-label="已用空间" max={limitBytes} value={usedBytes} high={limitBytes * NEARLY_FULL} />
    </div>
  )
}

function roomOf({ privileges }: CompanyPackage): number {
  const limit = privileges.find(({ name }) => name === 'file_storage')?.limit ?? 0
  return limit * BYTES_PER_MB
}
