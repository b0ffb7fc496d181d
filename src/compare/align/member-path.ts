/** The path of a member within a value: `items[0].price`, `["due date"]`; the whole value is at ''. */
export function memberPath(path: string, member: string | number): string {
  if (typeof member === 'number') return `${path}[${member}]`
  if (!/^[\p{L}_$][\p{L}\p{N}_$-]*$/u.test(member)) return `${path}[${JSON.stringify(member)}]`
  return path === '' ? member : `${path}.${member}`
}
