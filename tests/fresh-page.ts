/**
 * Each test file begins as a page of its own does, though its process has run others: with fresh modules, and what those
 * others left listening or waiting is gone. A process each would cost twice the time.
 */
import { afterAll, vi } from 'vitest'
import { beginPageLife } from './page-life.ts'

vi.resetModules()
// The log waits for it once in each module graph.
process.setMaxListeners(0)

afterAll(beginPageLife())
