/** Turns a tree into one closure, so that thousands of companies or policies are judged without reading it again. */
import type { Company } from './company.ts'
import { makeTest, reasonOf } from './conditions/condition.ts'
import { type Group, partsOf, type Tree } from './tree.ts'
import type { GroupReason, Reason, Status } from './verdict.ts'

export interface Program {
  /** The status alone: looks at no more conditions than it needs, and makes no objects. */
  status: (company: Company) => Status
  /** The status with the reason for every condition. */
  reason: (company: Company) => Reason
}

/** Throws TypeError for a tree that `validateRule` would refuse: rules are checked where they enter. */
export function compileTree(tree: Tree): Program {
  if (!('fact' in tree)) return compileGroup(tree)
  const test = makeTest(tree)
  if (typeof test === 'string') throw new TypeError(`${tree.fact}: ${test}`)
  return { status: (company) => test(company).status, reason: reasonOf(tree, test) }
}

function compileGroup(group: Group): Program {
  const { need, parts } = partsOf(group)
  if (need < 1 || need > parts.length) throw new TypeError(`${need} of ${parts.length} parts`)
  const programs = parts.map(compileTree)
  return { status: statusOfGroup(need, programs), reason: reasonOfGroup(group, need, programs) }
}

function statusOfGroup(need: number, programs: readonly Program[]): Program['status'] {
  return (company) => {
    let met = 0
    let unmet = 0
    for (const program of programs) {
      const status = program.status(company)
      if (status === 'met') met += 1
      else if (status === 'unmet') unmet += 1
      if (met >= need) return 'met'
      if (programs.length - unmet < need) return 'unmet'
    }
    return 'unknown'
  }
}

function reasonOfGroup({ clause }: Group, need: number, programs: readonly Program[]): Program['reason'] {
  return (company): GroupReason => {
    const parts = programs.map((program) => program.reason(company))
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

/** Kleene's and, or, and everything between, as a count. */
function countStatus(need: number, total: number, met: number, unmet: number): Status {
  if (met >= need) return 'met'
  return total - unmet < need ? 'unmet' : 'unknown'
}
