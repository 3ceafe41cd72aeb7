/** Where a run keeps what it knows, so that the next one goes on there. */
import { resolve } from 'node:path'

export const FOLDER = resolve(import.meta.dirname, '../../.mutants')
/** Id of the condition that is left out; empty: none, the conditions that are met are written down. */
export const ORDER_FILE = `${FOLDER}/order`
export const MET_FILE = `${FOLDER}/met.jsonl`
export const RESULTS_FILE = `${FOLDER}/conditions.jsonl`
