import { lookAt, readText } from '../../../base/files.ts'
import { UsageError } from '../../project/usage-error.ts'

/** A flag that writes suites, and the first line by which it recognises its own files. */
export interface Keeper {
  flag: string
  /** Without the comment sign. */
  mark: string
}

/** Whether a path names one suite rather than a folder of suites. */
export function isSuitePath(path: string): boolean {
  return /\.ya?ml$/i.test(path)
}

/** Checks before anything is sent that the path can be a suite or a folder of suites. @throws UsageError */
export function insistKeepable(path: string, keeper: Keeper): void {
  if (lookAt(path)?.isFile() === true && !isSuitePath(path))
    throw new UsageError(
      `${keeper.flag} would overwrite ${path}, which is no suite`,
      'name a folder, or a file that ends in .yaml',
    )
  if (isSuitePath(path)) insistOwn(path, keeper)
}

/** Refuses a file that the flag did not write itself. @throws UsageError */
export function insistOwn(path: string, { flag, mark }: Keeper): void {
  const stats = lookAt(path)
  if (stats === undefined || (stats.isFile() && readText(path).startsWith(`# ${mark}`))) return
  throw new UsageError(`${flag} would overwrite ${path}, which it did not write`, 'name another file or folder')
}
