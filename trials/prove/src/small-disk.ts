import { execFile } from 'node:child_process'
import { mkdir, open, rm, statfs } from 'node:fs/promises'
import { join } from 'node:path'
import { promisify } from 'node:util'
import type { Trial } from './promise'

const run = promisify(execFile)
const bytesPerMb = 1024 * 1024

/** A separate disk in memory, which a trial fills. */
export class SmallDisk {
  private constructor(readonly path: string) {}

  /** @throws if nothing can be mounted, because a trial that did not run must not count as passed */
  static async mount(trial: Trial, megabytes: number): Promise<SmallDisk> {
    const path = join(trial.folder, 'disk')
    await mkdir(path)
    try {
      await run('mount', ['-t', 'tmpfs', '-o', `size=${megabytes}m`, 'tmpfs', path])
    } catch (cause) {
      throw new Error('NOT RUN: this trial mounts a small tmpfs, which needs root on Linux.', { cause })
    }
    // Unmounts lazily, because the database may take a moment to close its files.
    trial.afterwards(() => run('umount', ['--lazy', path]))
    return new SmallDisk(path)
  }

  async freeBytes(): Promise<number> {
    const { bavail, bsize } = await statfs(this.path)
    return bavail * bsize
  }

  /** Takes every free byte, as another program could. */
  async fill(): Promise<void> {
    for (const pieceBytes of [bytesPerMb, 4_096]) await this.#append(Buffer.alloc(pieceBytes, 1))
  }

  /** Takes all free space above this number of megabytes. */
  async fillTo(leftMb: number): Promise<void> {
    await using file = await open(this.#filler, 'a')
    const piece = Buffer.alloc(bytesPerMb, 1)
    while ((await this.freeBytes()) > (leftMb + 1) * bytesPerMb) await file.appendFile(piece)
  }

  /** Frees the space that `fill` took. */
  async free(): Promise<void> {
    await rm(this.#filler, { force: true })
  }

  get #filler(): string {
    return join(this.path, 'filler')
  }

  async #append(piece: Buffer): Promise<void> {
    await using file = await open(this.#filler, 'a')
    try {
      for (;;) await file.appendFile(piece)
    } catch (error) {
      if (!(error instanceof Error && 'code' in error && error.code === 'ENOSPC')) throw error
    }
  }
}
