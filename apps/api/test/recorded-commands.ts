import mongoose from 'mongoose'
import { inject } from 'vitest'
import { connectDatabase, disconnectDatabase } from '../src/mongo/database'

/** A command as the driver sent it. */
export interface SentCommand {
  name: string
  collection: string
  command: Record<string, unknown>
}

/** Commands of the driver and of streams, which no request causes. */
const housekeeping = new Set([
  'hello',
  'ping',
  'endSessions',
  'killCursors',
  'getMore',
  'explain',
  'abortTransaction',
])

/** Reconnects the database of this test file, with a monitor of all commands. */
export async function recordCommands(): Promise<CommandRecorder> {
  const { name } = mongoose.connection
  await disconnectDatabase()
  const uri = new URL(inject('mongodbUri'))
  uri.searchParams.set('monitorCommands', 'true')
  await connectDatabase(uri.href, name)
  return new CommandRecorder()
}

export class CommandRecorder {
  #sent: SentCommand[] = []

  constructor() {
    mongoose.connection.getClient().on('commandStarted', ({ commandName, command }) => {
      const sent = { name: commandName, collection: String(command[commandName]), command }
      if (!isHousekeeping(sent)) this.#sent.push(sent)
    })
  }

  /** The commands of `request`. One at a time. */
  async during(request: () => Promise<unknown>): Promise<SentCommand[]> {
    this.#sent = []
    await request()
    return [...this.#sent]
  }
}

function isHousekeeping({ name, command }: SentCommand): boolean {
  const isChangeStream = JSON.stringify(command['pipeline'] ?? '').includes('$changeStream')
  return housekeeping.has(name) || isChangeStream
}
