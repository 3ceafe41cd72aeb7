/** Stores a run's results, so that the next one resumes. */
import { resolve } from 'node:path'

export const FOLDER = resolve(import.meta.dirname, '../../.mutants')
/** Id of the omitted condition; empty to record the conditions that tests meet. */
export const ORDER_FILE = `${FOLDER}/order`
export const MET_FILE = `${FOLDER}/met.jsonl`
export const RESULTS_FILE = `${FOLDER}/conditions.jsonl`
