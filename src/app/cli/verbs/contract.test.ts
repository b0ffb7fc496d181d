import { describe, expect, it, vi } from 'vitest'
import { contract } from './contract.ts'

async function run(flags: Parameters<typeof contract>[0]): Promise<{ code: number; out: string }> {
  const texts: string[] = []
  const spy = vi.spyOn(process.stdout, 'write').mockImplementation((text) => texts.push(String(text)) > 0)
  try {
    return { code: await contract(flags), out: texts.join('') }
  } finally {
    spy.mockRestore()
  }
}

describe('tableread contract', () => {
  it('tries one rule on the local service and says what came of it', async () => {
    const { code, out } = await run({ rule: ['cha-10'], seed: '7', runs: '5' })
    expect(code).toBe(0)
    expect(out).toMatch(
      /^ level +held +violated +recorded +not run\n must +1 +- +- +-\n\ngate open: no rule is violated\n/,
    )
    expect(out).toMatch(/\ncontract of local: 1 rule, \d+ requests in .* m?s; seed 7, 5 a rule\n$/)
  })
  it('prints the report as JSON, and nothing else', async () => {
    const { out } = await run({ rule: ['CHA-16'], seed: '7', runs: '5', json: true })
    expect(JSON.parse(out)).toMatchObject({ subject: 'local', seed: 7, results: [{ outcome: 'recorded' }], total: 1 })
    expect(out).not.toContain('contract-key')
  })
  it('gives 3 when nothing could be run', async () => {
    expect((await run({ rule: ['DEL-09'] })).code).toBe(3)
  })
  it.each([
    [{ rule: ['CHA-1O'] }, /there is no rule CHA-1O[\s\S]*did you mean CHA-10\?/],
    [{ path: '3:1' }, /--path needs exactly one rule/],
    [{ runs: '0' }, /--runs 0 is not a whole number from 1/],
    [{ ledger: 'package.json' }, /package.json is not a ledger/],
  ])('refuses %j with a way to mend it', async (flags, message) => {
    await expect(contract(flags)).rejects.toThrow(message)
  })
})
