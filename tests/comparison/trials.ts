import { readFileSync } from 'node:fs'

/** One run of a tau-bench or tau2-bench task by a model, as the benchmark's authors judged it. */
export interface Trial {
  benchmark: string
  domain: string
  model: string
  task: string
  trial: number
  passed: boolean
}

/** The trials of a file of trajectories, one per line. A reward of 1 is a pass. */
export function readTrials(file: string): Trial[] {
  const lines = readFileSync(file, 'utf8').split('\n').filter(Boolean)
  return lines.map((line) => {
    const { benchmark, domain, model, task_id, trial, reward } = JSON.parse(line)
    return { benchmark, domain, model, task: task_id, trial, passed: reward === 1 }
  })
}

/** By task, whether each of its trials passed, in order. */
export function byTask(trials: readonly Trial[]): Map<string, boolean[]> {
  const tasks = new Map<string, boolean[]>()
  for (const { task, passed } of trials.toSorted((one, other) => one.trial - other.trial))
    tasks.set(task, [...(tasks.get(task) ?? []), passed])
  return tasks
}
