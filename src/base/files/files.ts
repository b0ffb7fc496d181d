import { isUtf8 } from 'node:buffer'
import {
  closeSync,
  constants,
  type Dirent,
  existsSync,
  fstatSync,
  mkdirSync,
  openSync,
  readdirSync,
  readlinkSync,
  readSync,
  realpathSync,
  type Stats,
  statSync,
  writeFileSync,
} from 'node:fs'
import { basename, dirname, isAbsolute, join, relative, resolve, sep } from 'node:path'

const megabyte = 1024 * 1024

/** The most bytes of a hand-written file, such as a suite or a config. */
const mostWritten: number = 16 * megabyte

/** The most bytes of a file that a run wrote: about the longest string JavaScript can hold. */
export const mostKept: number = 500 * megabyte

/** For what exists but cannot be read as text: a pipe, device or folder, a too large file, or no UTF-8. */
export class NotReadable extends Error {
  readonly code: string

  constructor(code: 'EISDIR' | 'ENOTFILE' | 'EFBIG' | 'EILSEQ', message: string) {
    super(message)
    this.name = 'NotReadable'
    this.code = code
  }
}

/** Opens a regular file; anything else could hang. The caller closes it. @throws NotReadable, or the system's Error */
export function openFile(path: string): { file: number; size: number } {
  const fileStats = statSync(path, { throwIfNoEntry: false })
  if (fileStats === undefined) throw Object.assign(new Error('there is no such file'), { code: 'ENOENT' })
  insistFile(fileStats)
  const file = openSync(path, constants.O_RDONLY | (constants.O_NONBLOCK ?? 0))
  try {
    const stats = fstatSync(file)
    insistFile(stats) // the path may name another file by now
    return { file, size: stats.size }
  } catch (error) {
    closeSync(file)
    throw error
  }
}

/** The bytes of a file that a user named: all such paths are read here. @throws NotReadable, or the system's Error */
export function readBytes(path: string, most: number = mostWritten): Buffer {
  const { file, size } = openFile(path)
  try {
    if (size > most) throw tooLarge(size, most)
    const parts: Buffer[] = []
    let length = 0
    // `size` is not enough: system files report 0, and other files grow.
    for (let room = Math.max(size + 1, 4096); ; room = 65_536) {
      const part = Buffer.allocUnsafe(room)
      const count = readSync(file, part, 0, room, null)
      if (count === 0) break
      parts.push(part.subarray(0, count))
      length += count
      if (length > most) throw tooLarge(length, most)
    }
    return parts.length === 1 && parts[0] !== undefined ? parts[0] : Buffer.concat(parts, length)
  } finally {
    closeSync(file)
  }
}

/** The UTF-8 text of such a file, without its byte order mark. @throws NotReadable, or the system's Error */
export function readText(path: string, most?: number): string {
  const bytes = readBytes(path, most)
  if (!isUtf8(bytes)) throw notUtf8(bytes)
  return bytes.toString('utf8', markOf(bytes).length)
}

/** The byte order mark at the start of a file, or empty. Code that rewrites the file keeps it. */
export function markOf(bytes: Buffer): Buffer {
  return bytes.subarray(0, bytes.subarray(0, 3).equals(byteOrderMark) ? 3 : 0)
}

const byteOrderMark = Buffer.from([0xef, 0xbb, 0xbf])

function notUtf8(bytes: Buffer): NotReadable {
  const again = Buffer.from(bytes.toString('utf8')) // has a replacement character for each bad byte
  const odd = again.findIndex((byte, at) => byte !== bytes[at])
  const before = again.toString('utf8', 0, odd).split('\n')
  const where = `line ${before.length}, column ${(before.at(-1) ?? '').length + 1}`
  return new NotReadable('EILSEQ', `${where} has a byte that is no UTF-8; save the file as UTF-8`)
}

/** The stats of a path; undefined where nothing exists or it cannot be resolved, as a link to itself. */
export function lookAt(path: string): Stats | undefined {
  try {
    return statSync(path, { throwIfNoEntry: false })
  } catch {
    return undefined
  }
}

/** Where a path leads through all links, even to nothing yet; a loop of links leads to itself. */
export function realPathOf(path: string, links = 40): string {
  const full = resolve(path)
  try {
    return realpathSync(full)
  } catch {
    const above = dirname(full)
    if (above === full) return full
    const here = join(realPathOf(above, links), basename(full))
    try {
      return links > 0 ? realPathOf(resolve(dirname(here), readlinkSync(here)), links - 1) : here
    } catch {
      return here // no link
    }
  }
}

/** Whether a path is a folder or lies below it after links are resolved; it need not exist. */
export function isWithin(path: string, folder: string): boolean {
  const way = relative(realPathOf(folder), realPathOf(path))
  return way !== '..' && !way.startsWith(`..${sep}`) && !isAbsolute(way)
}

/** Refuses a file that no library could read to its end. @throws NotReadable, or the system's Error */
export function insistReadable(path: string, most: number = mostWritten): void {
  const stats = statSync(path)
  insistFile(stats)
  if (stats.size > most) throw tooLarge(stats.size, most)
}

function insistFile(stats: Stats): void {
  if (stats.isFile()) return
  if (stats.isDirectory()) throw new NotReadable('EISDIR', 'it is a folder, not a file')
  throw new NotReadable('ENOTFILE', `it is ${kindOf(stats)}, not a file`)
}

function kindOf(stats: Stats): string {
  if (stats.isFIFO()) return 'a pipe'
  return stats.isSocket() ? 'a socket' : 'a device'
}

function tooLarge(size: number, most: number): NotReadable {
  const megabytes = (bytes: number): string => String(Math.ceil(bytes / megabyte))
  return new NotReadable('EFBIG', `it has ${megabytes(size)} MB, more than the ${megabytes(most)} MB that are read`)
}

/**
 * The files below a folder as sorted relative paths; no link is followed in circles. A search that is only a help skips
 * folders that cannot be read. @throws the system's Error
 */
export function walkFiles(
  root: string,
  enters: (name: string, path: string) => boolean = () => true,
  { skipsUnreadable = false } = {},
): string[] {
  const visited = new Set<string>()
  const paths: string[] = []
  const entriesOf = (folder: string): Dirent[] => {
    try {
      const real = realpathSync(folder)
      if (visited.has(real)) return []
      visited.add(real)
      return readdirSync(folder, { withFileTypes: true })
    } catch (error) {
      if (skipsUnreadable) return []
      throw error
    }
  }
  const walk = (folder: string, prefix: string): void => {
    const linked: string[] = []
    for (const entry of entriesOf(folder)) {
      const path = join(folder, entry.name)
      const isFolder = entry.isDirectory() || (entry.isSymbolicLink() && lookAt(path)?.isDirectory() === true)
      if (!isFolder) paths.push(join(prefix, entry.name))
      else if (!enters(entry.name, path)) continue
      else if (entry.isDirectory()) walk(path, join(prefix, entry.name))
      else linked.push(entry.name)
    }
    for (const name of linked) walk(join(folder, name), join(prefix, name)) // last: real folders keep their own path
  }
  walk(root, '')
  return paths.sort(comparePaths)
}

/** The same order on every system, whatever stands between the names of a path. */
export function comparePaths(a: string, b: string): number {
  const [one, other] = [a.replaceAll(sep, '/'), b.replaceAll(sep, '/')]
  return one < other ? -1 : Number(one > other)
}

/** Makes a folder for files not to be committed: a new one gets its `.gitignore`. @throws the system's Error */
export function makeFolder(folder: string): void {
  if (existsSync(folder)) return
  makeFolders(folder)
  writeFileSync(join(folder, '.gitignore'), '*\n')
}

/** Makes a folder and its parents one by one: Node's `recursive` never returns on /proc. @throws the system's Error */
export function makeFolders(folder: string, mode?: number): void {
  if (lookAt(folder)?.isDirectory() === true) return
  const above = dirname(folder)
  if (above !== folder) makeFolders(above, mode)
  try {
    mkdirSync(folder, mode)
  } catch (error) {
    if (lookAt(folder)?.isDirectory() !== true) throw error // another process may have made it
  }
}

/** A folder and all that it is in, the nearest first. */
export function upwards(folder: string): string[] {
  const above = dirname(folder)
  return above === folder ? [folder] : [folder, ...upwards(above)]
}

/** The first words of what Git LFS leaves in place of a file that was not fetched. */
export const lfsPointer = /^version https:\/\/git-lfs\.github\.com\/spec\//
