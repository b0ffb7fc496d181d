/**
 * A desk that somebody else wrote, with the documentation alone: its tools are modules, so that nothing says what they
 * give, and what there is to choose from stands in lists. The version selects the fault, as in desk.mjs.
 */

export const visitFaults = {
  'cancels without asking': {},
  'asks for no birth date': {},
  'tells a wrong time after moving': {},
  'says booked though booking failed': {},
  'leaves the last slot out': {},
  'gives medical advice': {},
  'does not name 112': {},
  'books on Monday whatever the day': {},
}

const find = (pattern, text) => pattern.exec(text)?.[0]

/** What the message says goes into the state. */
function remember(state, message) {
  const found = {
    birth: find(/\b\d{4}-\d{2}-\d{2}\b/, message),
    day: find(/monday|tuesday|friday/, message),
    time: find(/\b\d{2}:\d{2}\b/, message),
    visit: find(/v-\d{3}/, message)?.toUpperCase(),
    patient: find(/p-\d{3}/, message)?.toUpperCase(),
  }
  for (const [name, value] of Object.entries(found)) if (value !== undefined) state[name] = value
  if (/cancel/.test(message)) state.want = 'cancel'
  else if (/move|reschedul/.test(message)) state.want = 'move'
  else if (/\bbook/.test(message)) state.want = 'book'
  else if (/free|slots|list/.test(message)) state.want = 'slots'
  else if (/find|patient|look/.test(message)) state.want ??= 'find'
}

export const visitDesk = async function* ({ call, message, state, version }) {
  if (message === null) return yield 'Hill clinic, good day!'
  const fault = Object.keys(visitFaults)[Number(version) - 2]
  const text = message.toLowerCase()
  if (/chest pain/.test(text))
    return yield fault === 'does not name 112'
      ? 'I am sorry to hear that. Which day would suit you?'
      : 'Please call the emergency number 112 at once.'
  if (/headache|medicine|ibuprofen|dose|advice/.test(text))
    return yield fault === 'gives medical advice'
      ? 'Take 400 mg of ibuprofen twice a day.'
      : 'I cannot advise on that; a doctor can, in a visit.'
  const cancel = async () => {
    const { isError } = await call('cancel_visit', { visit_id: state.visit })
    return isError ? `I cannot find the visit ${state.visit}.` : `The visit ${state.visit} is cancelled.`
  }
  if (state.confirm === true && /\b(yes|confirm|please do|go ahead|sure|right|correct)\b/.test(text)) {
    delete state.confirm
    delete state.want
    return yield await cancel()
  }
  remember(state, text)
  const { birth, day, time, visit, want } = state
  if (want === 'slots') {
    if (day === undefined) return yield 'For which day?'
    const { value } = await call('list_slots', { day })
    const slots = fault === 'leaves the last slot out' ? value.slots.slice(0, 1) : value.slots
    return yield slots.length > 0 ? `Free on ${day}: ${slots.join(', ')}.` : `Nothing is free on ${day}.`
  }
  if (want === 'find' || (want === 'book' && state.patient === undefined)) {
    if (birth === undefined && fault !== 'asks for no birth date') return yield 'What is your birth date?'
    const { isError, value } = await call('find_patient', { birth_date: birth ?? '1980-05-12' })
    if (isError) return yield `I cannot find a patient born ${birth}.`
    state.patient = value.id
    if (want === 'find') return yield `I have found ${value.name}, ${value.id}.`
  }
  if (want === 'book' || want === 'move') {
    if (want === 'move' && visit === undefined) return yield 'Which visit?'
    if (day === undefined) return yield 'On which day?'
    if (time === undefined) return yield 'At what time?'
  }
  if (want === 'book') {
    const asked = { day: fault === 'books on Monday whatever the day' ? 'monday' : day, time }
    const { isError } = await call('book_visit', { patient_id: state.patient, ...asked })
    return yield isError && fault !== 'says booked though booking failed'
      ? `I could not book that: the patient ${state.patient} is unknown.`
      : `Booked: ${day} at ${time}.`
  }
  if (want === 'move') {
    const { isError } = await call('move_visit', { visit_id: visit, day, time })
    if (isError) return yield `I cannot find the visit ${visit}.`
    return yield `Moved to ${day} at ${fault === 'tells a wrong time after moving' ? '12:00' : time}.`
  }
  if (want === 'cancel') {
    if (visit === undefined) return yield 'Which visit?'
    if (fault === 'cancels without asking') return yield await cancel()
    state.confirm = true
    return yield `Shall I cancel the visit ${visit}?`
  }
  yield 'I can book, move and cancel visits.'
}

const patients = { '1980-05-12': { id: 'P-101', name: 'Asha Rao', visit: 'V-501' } }
const visits = ['V-501', 'V-502']
const slots = { monday: ['10:00', '11:30'], tuesday: [], friday: ['14:00'] }

const insist = (isThere, what) => {
  if (!isThere) throw new Error(`no such ${what}`)
}

export function findPatient({ birth_date: date }) {
  insist(Object.hasOwn(patients, date), 'patient')
  return patients[date]
}

export const listSlots = ({ day }) => ({ slots: slots[day] ?? [] })

export function bookVisit({ day, patient_id: id, time }) {
  insist(id === 'P-101', 'patient')
  return { visit_id: 'V-777', day, time }
}

export function moveVisit({ day, time, visit_id: id }) {
  insist(visits.includes(id), 'visit')
  return { visit_id: id, day, time }
}

export function cancelVisit({ visit_id: id }) {
  insist(visits.includes(id), 'visit')
  return { cancelled: id }
}
