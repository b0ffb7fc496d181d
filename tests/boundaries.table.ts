/** What a folder of src/ may import: other folders, and packages. Executed by boundaries.test.ts. */
export interface Boundary {
  folders: readonly string[]
  packages: readonly string[]
}

const core = ['base', 'grammar', 'script', 'transcript', 'expect', 'runner', 'results']

/** One row a folder. A new folder or a new import needs a row changed here, on purpose. */
export const boundaries: Record<string, Boundary> = {
  base: { folders: [], packages: ['fastest-levenshtein'] },
  grammar: { folders: ['base'], packages: ['yaml'] },
  api: { folders: ['base'], packages: ['zod'] },
  openapi: { folders: ['base', 'api'], packages: ['zod'] },
  script: { folders: ['base', 'grammar'], packages: ['ajv', 're2js'] },
  transcript: { folders: ['base', 'api'], packages: [] },
  client: { folders: ['base', 'api'], packages: ['undici'] },
  service: {
    folders: ['base', 'grammar', 'api', 'openapi', 'page'],
    packages: ['hono', '@hono/node-server', 'zod', 'temporal-polyfill', 'tinyqueue', '@photostructure/sqlite'],
  },
  runner: { folders: ['base', 'grammar', 'api', 'script', 'transcript', 'client'], packages: [] },
  expect: { folders: ['base', 'grammar', 'script', 'transcript'], packages: [] },
  results: { folders: ['base', 'grammar', 'api', 'script', 'transcript', 'client', 'runner', 'expect'], packages: [] },
  lint: { folders: ['base', 'grammar', 'api', 'script', 'runner'], packages: [] },
  report: { folders: ['api', 'client', ...core], packages: ['picocolors', 'diff'] },
  vitest: { folders: ['api', 'client', 'code', 'report', 'service', 'cli', ...core], packages: ['vitest'] },
  code: { folders: ['base', 'grammar', 'script', 'runner'], packages: [] },
  page: { folders: ['api'], packages: [] },
  cli: {
    folders: ['api', 'client', 'lint', 'openapi', 'report', 'service', 'vitest', ...core],
    packages: ['commander', 'picocolors', 'jiti', 'vitest'],
  },
}
