import diagnostics from 'node:diagnostics_channel'

/** A task waits for at most this many turns. */
const maxTurns = 50

let accepted = 0
diagnostics.subscribe('net.server.socket', () => (accepted += 1))

/** Runs a task in a later turn of the event loop, if possible one in which no connection was accepted. Node accepts one
 *  connection per turn: work that can wait would keep new visitors in the queue of the operating system. */
export function runAfterNewcomers(task: () => void): void {
  let turns = 0
  let before = accepted
  const runOrWait = () => {
    turns += 1
    if (accepted === before || turns >= maxTurns) return task()
    before = accepted
    setImmediate(runOrWait)
  }
  setImmediate(runOrWait)
}
