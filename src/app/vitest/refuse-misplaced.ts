import type { ViteUserConfig } from 'vitest/config'
import { UsageError } from '../edge/usage-error.ts'

/** How other tests stand beside those of suites; a function, since a CommonJS config cannot await. */
export const mergedConfig =
  'write export default defineConfig(async () => mergeConfig(await tableread(), { test: { projects: [{ extends: true, test: { … } }] } }))'

/** A whole config among plugins or projects ends the run: Vite and Vitest would ignore it, and nothing would run. */
export function refuseMisplaced(config: ViteUserConfig): ViteUserConfig {
  const names = (config.test?.projects ?? []).map(nameOf)
  const root = {
    name: 'tableread:root',
    configureVitest({ vitest: { config } }: { vitest: { config: { projects?: readonly unknown[] } } }) {
      if (!(config.projects ?? []).map(nameOf).some((name) => name !== undefined && names.includes(name)))
        throw new UsageError(
          'tableread() is a whole config, and cannot be one of the projects of another',
          mergedConfig,
        )
    },
  }
  const whole = { ...config, plugins: [...(config.plugins ?? []), root] }
  // Not enumerable: a config that is merged or spread loses it.
  return Object.defineProperty(whole, 'config', {
    value() {
      throw new UsageError('tableread() is a whole config, and no plugin', mergedConfig)
    },
  })
}

function nameOf(project: unknown): unknown {
  return (project as { test?: { name?: unknown } } | null)?.test?.name
}
