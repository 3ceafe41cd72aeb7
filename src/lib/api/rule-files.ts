/** The static files of 一键匹配: rules, words, titles, and the names that the pickers search. */
import * as v from 'valibot'
import {
  INDUSTRIES_PATH,
  namesFile,
  PLACES_PATH,
  type PolicyWords,
  RULES_PATH,
  type RuleRow,
  ruleFile,
  ruleRow,
  TITLES_PATH,
  titlesFile,
  wordsFile,
  wordsPath,
} from '../contract/policies/rule-files.ts'
import { ContractError } from './errors.ts'
import { readStaticFile } from './static-file.ts'

export type RuleFile = v.InferOutput<typeof ruleFile>

/** The rows are not parsed yet: there may be ten thousand, see `readRuleRow`. */
export function fetchRules(): Promise<RuleFile> {
  return readStaticFile(RULES_PATH, ruleFile)
}

/** @throws {ContractError} */
export function readRuleRow(row: unknown): RuleRow {
  const result = v.safeParse(ruleRow, row)
  if (result.success) return result.output
  throw new ContractError(`${RULES_PATH}: row ${JSON.stringify(row).slice(0, 80)}`)
}

export function fetchWords(file: number): Promise<PolicyWords[]> {
  return readStaticFile(wordsPath(file), wordsFile)
}

export function fetchTitles(): Promise<[id: number, title: string][]> {
  return readStaticFile(TITLES_PATH, titlesFile)
}

export function fetchPlaceNames(): Promise<Record<string, string>> {
  return readStaticFile(PLACES_PATH, namesFile)
}

export function fetchIndustryNames(): Promise<Record<string, string>> {
  return readStaticFile(INDUSTRIES_PATH, namesFile)
}
