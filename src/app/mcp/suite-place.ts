import { resolve } from 'node:path'
import { isWithin } from '../../base/files/files.ts'
import { configNames } from '../config/load-config.ts'
import { UsageError } from '../edge/usage-error.ts'
import { showPath } from '../files/find-suites.ts'

/** The path to write a suite to. @throws UsageError for a place where none may be written */
export function suitePlace(file: string, folder: string): string {
  const path = resolve(folder, file)
  insistInside(path, file, folder)
  const names = showPath(path, folder).split('/')
  const name = names.at(-1) ?? ''
  if (!/\.ya?ml$/i.test(name)) throw new UsageError(`${file} is no YAML file`, 'name one that ends in .yaml')
  if (names.some((each) => each.startsWith('.') || each.toLowerCase() === 'node_modules'))
    throw new UsageError(`${file} stands where no suite is kept`, 'write to a folder of suites, such as suites/')
  // On a case-insensitive file system it would be the same file.
  if (configNames.includes(name.toLowerCase()) || /^workspace\.ya?ml$/i.test(name))
    throw new UsageError(`${file} is the name of a file that is no suite`, 'name it by what the suite is about')
  return path
}

/** @throws UsageError where links lead out of the project folder by now */
export function insistInside(path: string, file: string, folder: string): void {
  if (!isWithin(path, folder)) throw new UsageError(`${file} leads out of the project folder`, 'name a file below it')
}
