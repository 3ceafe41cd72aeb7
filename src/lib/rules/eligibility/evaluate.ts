import { type Company, readCompany } from './company.ts'
import { compileTree, type Program } from './compile.ts'
import { withDoubts } from './doubts.ts'
import type { Facts } from './facts.ts'
import type { PolicyRule } from './tree.ts'
import type { Reason, Status, Verdict } from './verdict.ts'

export interface CompiledRule {
  unmodelled: readonly string[]
  program: Program | null
}

/** Compiles a rule once for many companies. @throws {TypeError} for an invalid tree */
export function compileRule(rule: PolicyRule): CompiledRule {
  const { eligibility, unmodelled } = rule
  return { unmodelled, program: eligibility && withDoubts(rule, compileTree(eligibility)) }
}

export function statusOf({ program }: CompiledRule, company: Company): Status {
  return program ? program.status(company) : 'unknown'
}

/** A policy without a tree is 待确认. `verdictWords` adds what is left to judgement. */
export function judgeRule({ program, unmodelled }: CompiledRule, company: Company): Verdict {
  if (!program) return { status: 'unknown', reason: null, unmodelled }
  const reason = program.reason(company)
  const earliest = reason.status === 'unmet' ? earliestDay(program, reason, company) : undefined
  return { status: reason.status, reason, unmodelled, ...(earliest && { earliest }) }
}

export function evaluate(rule: PolicyRule, facts: Facts, today: string): Verdict {
  return judgeRule(compileRule(rule), readCompany(facts, today))
}

/** Tries only the days that conditions wait for: time meets a condition on no other day. */
function earliestDay(program: Program, reason: Reason, company: Company): string | undefined {
  if (!timeMightHelp(reason)) return undefined
  const days = [...new Set(waitingDays(reason))].sort()
  return days.find((today) => program.status({ ...company, today }) === 'met')
}

function timeMightHelp(reason: Reason): boolean {
  if (!('parts' in reason)) return reason.status === 'met' || reason.wait !== undefined
  return reason.parts.filter(timeMightHelp).length >= reason.need
}

function waitingDays(reason: Reason): string[] {
  if ('parts' in reason) return reason.parts.flatMap(waitingDays)
  return reason.wait ? [reason.wait.from] : []
}
