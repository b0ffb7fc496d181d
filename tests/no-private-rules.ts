import { starAlso } from '../src/base/privacy/stars.ts'

// Test files share a process: what one project's config calls private must not affect the next file.
starAlso([])
