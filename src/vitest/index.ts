export { tableread } from './configure.ts'
export type { TablereadOptions } from './options.ts'
