import { starAlso } from '../src/base/privacy/stars.ts'
import { forgetKeys } from '../src/base/secrets/secret-keys.ts'

/**
 * Test files share a process, so each begins with what a process begins with: the environment, no keys that other
 * files hid, and nothing that the config of another project calls private.
 */
const own = process as typeof process & { atStart?: NodeJS.ProcessEnv }
own.atStart ??= { ...process.env }
for (const name of Object.keys(process.env)) if (!(name in own.atStart)) delete process.env[name]
Object.assign(process.env, own.atStart)
starAlso([])
forgetKeys()
