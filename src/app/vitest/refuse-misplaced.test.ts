import { expect, it } from 'vitest'
import { mergeConfig, type ViteUserConfig } from 'vitest/config'
import { refuseMisplaced } from './refuse-misplaced.ts'

const own = (): ViteUserConfig => ({ test: { projects: [{ test: { name: 'default' } }, { test: { name: 'draft' } }] } })
const hookOf = (config: ViteUserConfig): ((projects?: readonly unknown[]) => void) => {
  const root = (config.plugins ?? []).at(-1) as { configureVitest(context: object): void }
  return (projects) => root.configureVitest({ vitest: { config: { projects } } })
}

it('lets a config be one, merged and spread', () => {
  const others = { test: { projects: [{ test: { name: 'unit' } }] } }
  for (const config of [
    refuseMisplaced(own()),
    { ...refuseMisplaced(own()) },
    mergeConfig(refuseMisplaced(own()), others),
  ]) {
    expect(() => hookOf(config)((config.test as { projects: unknown[] }).projects)).not.toThrow()
  }
  expect('config' in mergeConfig(refuseMisplaced(own()), others)).toBe(false)
})

it('ends the run where it is a plugin, which Vite asks for its hooks', () => {
  const { config } = refuseMisplaced(own()) as { config?: () => void }
  expect(() => config?.()).toThrow('tableread() is a whole config, and no plugin')
  expect(config).toBeDefined()
})

it.each([undefined, [], [refuseMisplaced(own()), { test: { name: 'unit' } }], ['packages/*']])(
  'ends the run where it is one of the projects, or lost: %#',
  (...projects) => {
    const input = projects.length === 1 && Array.isArray(projects[0]) ? projects[0] : projects
    expect(() => hookOf(refuseMisplaced(own()))(input)).toThrow('cannot be one of the projects of another')
  },
)
