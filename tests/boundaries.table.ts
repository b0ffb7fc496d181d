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
  recovery: { folders: ['base', 'api', 'client', 'transcript'], packages: [] },
  peers: { folders: ['base', 'grammar', 'script'], packages: [] },
  tape: { folders: ['base', 'grammar', 'api', 'client'], packages: ['yaml'] },
  runner: { folders: ['base', 'grammar', 'api', 'script', 'transcript', 'client', 'recovery'], packages: [] },
  expect: { folders: ['base', 'grammar', 'script', 'transcript'], packages: [] },
  results: { folders: ['base', 'grammar', 'api', 'script', 'transcript', 'client', 'runner', 'expect'], packages: [] },
  import: {
    folders: ['base', 'grammar', 'api', 'script', 'transcript', 'client', 'tape', 'runner', 'expect', 'results'],
    packages: ['zod'],
  },
  chat: { folders: ['api', 'client', 'compare', 'import', 'recovery', 'report', ...core], packages: [] },
  lint: { folders: ['base', 'grammar', 'api', 'script', 'runner'], packages: [] },
  compare: { folders: ['api', 'client', ...core], packages: ['diff'] },
  bisect: { folders: ['api', 'client', ...core], packages: [] },
  shards: { folders: ['api', 'compare', ...core], packages: [] },
  'result-schema': { folders: ['api', 'client', 'compare', ...core], packages: ['zod'] },
  snapshots: { folders: ['api', 'client', 'compare', ...core], packages: ['yaml', 'diff'] },
  history: { folders: [...core, 'compare'], packages: ['@photostructure/sqlite'] },
  journal: { folders: ['api', 'client', ...core], packages: [] },
  contract: { folders: ['base', 'api', 'client'], packages: ['fast-check', 'zod'] },
  picture: { folders: ['api', 'compare', ...core], packages: [] },
  'report-page': { folders: ['api', 'client', 'compare', 'page', ...core], packages: [] },
  report: {
    folders: ['api', 'bisect', 'client', 'compare', 'history', 'picture', 'report-page', ...core],
    packages: ['picocolors', 'diff'],
  },
  vitest: {
    folders: [
      'api',
      'client',
      'code',
      'compare',
      'contract',
      'picture',
      'report',
      'service',
      'shards',
      'snapshots',
      'cli',
      ...core,
    ],
    packages: ['vitest'],
  },
  code: { folders: ['base', 'grammar', 'script', 'runner'], packages: [] },
  page: { folders: ['api'], packages: [] },
  cli: {
    folders: [
      'api',
      'bisect',
      'chat',
      'client',
      'compare',
      'contract',
      'history',
      'import',
      'journal',
      'lint',
      'openapi',
      'peers',
      'report',
      'report-page',
      'result-schema',
      'service',
      'shards',
      'snapshots',
      'tape',
      'vitest',
      ...core,
    ],
    packages: ['commander', 'picocolors', 'jiti', 'vitest'],
  },
}
