/**
 * A client whose agent is a plain function with no service around it, so it runs as fast as the code does.
 * `answer` gets the session id, the message, its attachments, the state that it keeps from turn to turn, and the
 * metadata of the session; it gives calls, each with its arguments and optionally its output, and a reply.
 */
export function deskClient(seed, answer) {
  const sessions = new Map()
  return {
    async converse(request) {
      const id = request.sessionId ?? `${seed}-${sessions.size + 1}`
      const session = sessions.get(id) ?? { state: {}, length: 0, metadata: request.metadata ?? {} }
      sessions.set(id, session)
      const { message = '', attachments = [] } = request
      const { calls, reply } = answer({ id, message, attachments, state: session.state, metadata: session.metadata })
      const timestamp = new Date(Date.UTC(2026, 0, 1) + session.length * 1_000).toISOString()
      const said = (role, text, agentName) => ({
        type: 'message',
        role,
        content: [{ type: 'text', text }],
        agentName,
        timestamp,
      })
      const done = calls.flatMap(([name, given, output = { ok: true }], index) => {
        const call = { name, call_id: `c${session.length}-${index}`, phase: 'during', timestamp }
        const gave = { output: JSON.stringify(output), is_error: false, executionTimeMs: 1 }
        return [
          { type: 'function_call', ...call, arguments: given },
          { type: 'function_call_output', ...call, ...gave },
        ]
      })
      const entries = [said('user', message, null), ...done, said('assistant', reply, 'desk')]
      session.length += entries.length
      return { ok: true, data: { sessionId: id, transcript: entries }, status: 200, requestId: null, timeMs: 1 }
    },
  }
}
