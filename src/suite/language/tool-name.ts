/** Whether a tool's name, as it is ruled out, stands for several tools: `*` is any part of a name. */
export function isToolPattern(name: string): boolean {
  return name.includes('*')
}

/** Whether a name as it is written stands for this tool. Taken part by part, so that no name takes it long. */
export function coversTool(written: string, tool: string): boolean {
  if (!isToolPattern(written)) return written === tool
  const [first = '', ...rest] = written.split('*')
  const last = rest.pop() ?? ''
  if (!tool.startsWith(first) || tool.length < first.length + last.length || !tool.endsWith(last)) return false
  let at = first.length
  for (const part of rest) {
    const found = tool.indexOf(part, at)
    if (found === -1) return false
    at = found + part.length
  }
  return at <= tool.length - last.length
}
