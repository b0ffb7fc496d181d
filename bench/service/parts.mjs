import { measureFetch } from './measure-fetch.mjs'
import { measureMemory } from './measure-memory.mjs'
import { measureParallel } from './measure-parallel.mjs'
import { measureSessions } from './measure-sessions.mjs'
import { measureStart } from './measure-start.mjs'
import { measureTurns } from './measure-turns.mjs'
import { fetchTable, fetchTargets } from './report-fetch.mjs'
import { memoryTable, memoryTargets } from './report-memory.mjs'
import { parallelTable, parallelTargets } from './report-parallel.mjs'
import { sessionsTable, sessionsTargets } from './report-sessions.mjs'
import { startTable, startTargets } from './report-start.mjs'
import { turnsTable, turnsTargets } from './report-turns.mjs'

/**
 * The parts, in the order in which they are measured. From the result of `measure`, each gives its targets
 * with the values reached, and a table of the measurements.
 */
export const parts = [
  { name: 'turns', measure: measureTurns, targets: turnsTargets, table: turnsTable },
  { name: 'parallel', measure: measureParallel, targets: parallelTargets, table: parallelTable },
  { name: 'start', measure: measureStart, targets: startTargets, table: startTable },
  { name: 'sessions', measure: measureSessions, targets: sessionsTargets, table: sessionsTable },
  { name: 'fetch', measure: measureFetch, targets: fetchTargets, table: fetchTable },
  { name: 'memory', measure: measureMemory, targets: memoryTargets, table: memoryTable },
]
