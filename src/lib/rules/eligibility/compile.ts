import type { Company } from './company.ts'
import { makeTest, reasonOf } from './conditions/condition.ts'
import type { Test } from './conditions/finding.ts'
import { type Condition, type Group, isGroup, partsOf, type Tree } from './tree.ts'
import type { GroupReason, Reason, Status } from './verdict.ts'

export interface Program {
  status: (company: Company) => Status
  reason: (company: Company) => Reason
}

/** @throws {TypeError} for a tree that `validateRule` refuses: rules are checked on entry */
export function compileTree(tree: Tree): Program {
  if (isGroup(tree)) return compileGroup(tree)
  const test = testOf(tree)
  return { status: statusOfCondition(test), reason: reasonOf(tree, test) }
}

function testOf(condition: Condition): Test {
  const test = makeTest(condition)
  if (typeof test === 'string')
    throw new TypeError(`${'fact' in condition ? condition.fact : condition.key}: ${test}`)
  return test
}

function statusOfCondition(test: Test): Program['status'] {
  return (company) => test(company).status
}

function compileGroup(group: Group): Program {
  const { need, parts } = countedParts(group)
  const programs = parts.map(compileTree)
  const statuses = checkCertificate(
    group,
    programs.map(({ status }) => status),
  )
  return { status: statusOfGroup(need, statuses), reason: reasonOfGroup(group, need, programs, statuses) }
}

/**
 * A certificate replaces the conditions beside it, which are then not asked. If answers contradict them, the
 * certificate may be revoked and the tax reclaimed (国科发火〔2016〕32号第十六条): the result is 待确认.
 */
function checkCertificate(
  group: Group,
  statuses: readonly Program['status'][],
): readonly Program['status'][] {
  if (!('any' in group)) return statuses
  return statuses.map((statusOf, place) => {
    const part = group.any[place]
    if (!part || !('fact' in part) || part.fact !== 'held_certificates') return statusOf
    const others = statuses.filter((_, at) => at !== place)
    const isDenied = (company: Company) =>
      others.length > 0 && others.every((other) => other(company) === 'unmet')
    return (company) => {
      const status = statusOf(company)
      return status === 'met' && isDenied(company) ? 'unknown' : status
    }
  })
}

function countedParts(group: Group) {
  const counted = partsOf(group)
  const { need, parts } = counted
  if (need < 1 || need > parts.length) throw new TypeError(`${need} of ${parts.length} parts`)
  return counted
}

function statusOfGroup(need: number, parts: readonly Program['status'][]): Program['status'] {
  return (company) => {
    let met = 0
    let unmet = 0
    for (const statusOf of parts) {
      const status = statusOf(company)
      if (status === 'met') met += 1
      else if (status === 'unmet') unmet += 1
      if (met >= need) return 'met'
      if (parts.length - unmet < need) return 'unmet'
    }
    return 'unknown'
  }
}

function reasonOfGroup(
  { clause }: Group,
  need: number,
  programs: readonly Program[],
  statuses: readonly Program['status'][],
): Program['reason'] {
  return (company): GroupReason => {
    const parts = programs.map((program, place) => {
      const reason = program.reason(company)
      const status = statuses[place]?.(company) ?? reason.status
      return status === reason.status ? reason : { ...reason, status }
    })
    const met = parts.filter(({ status }) => status === 'met').length
    const unmet = parts.filter(({ status }) => status === 'unmet').length
    return {
      status: countStatus(need, parts.length, met, unmet),
      need,
      met,
      parts,
      ...(clause && { clause }),
    }
  }
}

/** Three-valued (Kleene) logic as a count: `need` 1 is or, `need` = `total` is and. */
function countStatus(need: number, total: number, met: number, unmet: number): Status {
  if (met >= need) return 'met'
  return total - unmet < need ? 'unmet' : 'unknown'
}
