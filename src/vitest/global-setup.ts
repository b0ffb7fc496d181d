import type { TestProject } from 'vitest/node'
import type { RunSettled } from '../cli/settings.ts'
import { openTarget } from '../cli/target.ts'
import { UsageError } from '../cli/usage-error.ts'

/** How long closing may take, in milliseconds: a teardown that never ends would keep Vitest from exiting. */
const patience = 2_000

/**
 * Runs once before the tests of all projects: opens the service (the local one unless a target is configured) and
 * tells the workers where it is. The key of a real service stays in the environment, which workers share.
 */
export default async function setup(project: TestProject): Promise<() => Promise<void>> {
  const settings = JSON.parse(project.getProvidedContext()['tableread:settings']) as RunSettled
  const target = await openTarget({ ...settings, apiKey: process.env.TABLEREAD_API_KEY ?? null }).catch(withoutStack)
  project.provide('tableread:service', {
    baseUrl: target.baseUrl,
    apiKey: settings.target === null ? target.apiKey : null,
  })
  return () => within(patience, target.close())
}

async function within(ms: number, closing: Promise<void>): Promise<void> {
  let timer: NodeJS.Timeout | undefined
  const late = new Promise<void>((resolve) => {
    timer = setTimeout(resolve, ms)
  })
  await Promise.race([closing, late]).finally(() => clearTimeout(timer))
}

/** What a person gave was wrong: our own lines would not help them. */
function withoutStack(error: unknown): never {
  if (error instanceof UsageError) error.stack = error.message
  throw error
}
