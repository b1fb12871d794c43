import diagnostics from 'node:diagnostics_channel'

/** Longest wait of a task. */
const maxWaitMs = 50

let accepted = 0
/** Whether a connection was accepted in this turn of the event loop or in the one before. */
let isAccepting = false

diagnostics.subscribe('net.server.socket', () => {
  accepted += 1
  if (isAccepting) return
  isAccepting = true
  watchForEnd(accepted)
})

function watchForEnd(before: number): void {
  setImmediate(() => {
    setImmediate(() => {
      if (accepted === before) isAccepting = false
      else watchForEnd(accepted)
    })
  })
}

/** Whether more connections may be waiting in the queue of the operating system. */
export function hasPendingConnections(): boolean {
  return isAccepting
}

/** Runs a task in a later turn of the event loop, if possible one in which no connection was accepted. Node accepts one
 *  connection per turn: work that can wait would keep new visitors in the queue of the operating system. */
export function runAfterPendingConnections(task: () => void): void {
  const latest = performance.now() + maxWaitMs
  let before = accepted
  const runOrWait = () => {
    if (accepted === before || performance.now() >= latest) return task()
    before = accepted
    setImmediate(runOrWait)
  }
  setImmediate(runOrWait)
}
