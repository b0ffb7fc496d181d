export { tableread } from './configure.ts'
export { matchers, type TranscriptMatchers } from './matchers.ts'
export type { TablereadOptions } from './settings/options.ts'
