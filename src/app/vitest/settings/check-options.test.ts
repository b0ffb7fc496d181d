import { describe, expect, it } from 'vitest'
import { checkOptions } from './check-options.ts'

describe('options of the plugin', () => {
  it.each<[object, string]>([
    [{ versions: 'draft' }, 'versions cannot be "draft"\n   hint: versions is a list of texts: versions: [\'draft\']'],
    [{ suites: 'suite' }, "suites: ['suite']"],
    [{ report: true }, 'report cannot be true'],
    [{ trace: 'yes' }, 'trace is true or false'],
    [{ snapshots: 'call' }, "snapshots is true, false, or 'calls'"],
    [{ concurrency: '8' }, 'concurrency cannot be "8"'],
    [{ timeLimitMs: 0 }, 'timeLimitMs is a number above 0'],
    [{ version: ['draft'] }, 'has no option "version"\n   hint: did you mean "versions"?'],
    [{ timeLimit: 5 }, 'did you mean "timeLimitMs"?'],
    [{ nonsense: 5 }, 'options: config, target'],
  ])('refuses %j, which Vitest does not look at', (options, message) => {
    expect(() => checkOptions(options)).toThrow(message)
  })
})
