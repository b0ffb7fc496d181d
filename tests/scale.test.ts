// @module-tag stress
import { readFileSync } from 'node:fs'
import { resolve } from 'node:path'
import { pathToFileURL } from 'node:url'
import { describe, expect, it } from 'vitest'
import { parse, parseAllDocuments } from 'yaml'

const root = resolve(import.meta.dirname, '..')
const [page = '', measurements = ''] = ['scale', 'measurements-scale'].map((name) =>
  readFileSync(resolve(root, `docs/${name}.md`), 'utf8'),
)
const simulation = pathToFileURL(resolve(root, 'bench/queue/simulate-night.mjs')).href
const { simulateNight, tableOfNights } = (await import(simulation)) as {
  simulateNight(night: { conversations: number; limit: number; queue: boolean; sized: number; lost?: number }): {
    done: number
    hours: number
    refused: number
    requests: number
  }
  tableOfNights(night: { conversations: number; limits: number[]; seed: number }): string[]
}

describe('the nights of docs/measurements-scale.md', () => {
  it.each([1_200, 6_000])('are shorter on a queue at %d requests a minute, and do not end with a machine', (limit) => {
    const conversations = 3_000
    const [shards, queue] = [
      { queue: false, sized: 0.8 },
      { queue: true, sized: 1.5 },
    ].map((way) => simulateNight({ conversations, limit, lost: 2, ...way }))
    if (shards === undefined || queue === undefined) throw new Error('there are two')
    const ideal = queue.requests / limit / 60
    expect(queue.done).toBe(conversations)
    expect(shards.done).toBeGreaterThanOrEqual(conversations)
    expect(queue.hours).toBeLessThan(1.1 * ideal)
    expect(shards.hours).toBeGreaterThan(1.5 * ideal)
    expect(queue.refused / queue.requests).toBeLessThan(0.01)
  })

  it('are a table of the simulation: the same columns, and the same ways and sizes for each limit', () => {
    const shape = (rows: readonly string[]): string[] =>
      rows.map((row) => row.split(' | ').slice(0, 3).join(' | ').replace(/ \|$/, ''))
    const limits = [1_200, 3_000, 6_000, 12_000]
    const [head = '', line = '', ...rows] = tableOfNights({ conversations: 200, limits, seed: 1 })
    expect(measurements).toContain(`${head}\n${line}\n`)
    const table = measurements
      .slice(measurements.indexOf(head))
      .split('\n')
      .slice(2, 2 + rows.length)
    expect(shape(table)).toEqual(shape(rows))
  })
})

/** The documents of a file that docs/scale.md names. */
function documentsOf(name: string): Record<string, unknown>[] {
  expect(page).toContain(`(../templates/scale/${name})`)
  return parseAllDocuments(readFileSync(resolve(root, 'templates/scale', name), 'utf8')).map((document) => {
    expect(document.errors).toEqual([])
    return document.toJS() as Record<string, unknown>
  })
}

describe('the manifests of docs/scale.md', () => {
  it('start as many shards as there are indices', () => {
    const [job] = documentsOf('kubernetes-shards.yaml')
    expect(job).toMatchObject({ kind: 'Job', spec: { completions: 20, parallelism: 20 } })
    expect(JSON.stringify(job)).toContain('--shard \\"$((JOB_COMPLETION_INDEX + 1))/20\\"')
  })
  it('let workers finish what is under way, and have no key in them', () => {
    const [deployment, job] = documentsOf('kubernetes-queue.yaml')
    expect(deployment).toMatchObject({ spec: { template: { spec: { terminationGracePeriodSeconds: 300 } } } })
    expect(job).toMatchObject({ kind: 'Job', spec: { backoffLimit: 0 } })
    const [compose] = documentsOf('compose.yaml')
    const { services } = parse(JSON.stringify(compose)) as { services: Record<string, { stop_grace_period?: string }> }
    expect(Object.keys(services)).toEqual(['redis', 'worker', 'run'])
    expect(services.worker?.stop_grace_period).toBe('5m')
    for (const one of [deployment, job, compose]) expect(JSON.stringify(one)).not.toMatch(/API_KEY"?:"(?!\$)/)
  })
})
