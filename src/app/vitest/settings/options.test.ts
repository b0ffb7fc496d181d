import { mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterAll, describe, expect, it } from 'vitest'
import { UsageError } from '../../edge/usage-error.ts'
import { settleOptions } from './options.ts'

const folder = mkdtempSync(join(tmpdir(), 'tableread-options-'))
const config = join(folder, 'tableread.config.yaml')
writeFileSync(config, 'versions: [draft]\nconcurrency: 3\ntarget: https://config.example\n')
afterAll(() => rmSync(folder, { recursive: true }))

describe('settleOptions', () => {
  it('puts the environment over options over the config file over defaults', async () => {
    const settings = await settleOptions(
      { config, target: 'https://options.example', concurrency: 5 },
      { TABLEREAD_API_KEY: 'k' },
    )
    expect(settings).toMatchObject({
      versions: ['draft'],
      concurrency: 5,
      target: 'https://options.example',
      timeLimitMs: 30_000,
    })
    const environment = { TABLEREAD_TARGET: 'https://environment.example' }
    expect((await settleOptions({ config, target: 'https://options.example' }, environment)).target).toBe(
      'https://environment.example',
    )
    expect((await settleOptions({ config }, {})).target).toBe('https://config.example')
  })

  it('leaves a version that a suite names itself in force', async () => {
    expect(await settleOptions({ config, versions: ['default', '2', '2'] }, {})).toMatchObject({
      versions: ['default', '2'],
      versionsGiven: false,
    })
  })

  it('refuses a version that is none', async () => {
    await expect(settleOptions({ config, versions: ['latest'] }, {})).rejects.toThrow(UsageError)
    await expect(settleOptions({ config, versions: ['defualt'] }, {})).rejects.toThrow('did you mean default?')
  })
})
