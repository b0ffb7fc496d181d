import type { LicenceSeen } from '../../engine/expect/judgement.ts'
import type { JudgedBy } from '../../engine/judge/create-judges.ts'
import type { JudgeSettings } from './judge-settings.ts'

/** Reads the licences of a project, and gives what counts by them. */
export function readLicences({ unlicensed }: JudgeSettings): (about: JudgedBy) => LicenceSeen {
  return ({ criterion }) => {
    if (unlicensed === 'count') return { kind: 'not asked for' }
    const why = `there is no licence for "${criterion}": label examples of it, and run tableread judge calibrate`
    return { kind: 'unlicensed', why }
  }
}
